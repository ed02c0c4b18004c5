import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { stateOfEvent } from '#platform/parcel-state.ts';
import { tellNone, TOLD_STATES, type ToldParcel } from '../../../src/lib/contract/told-parcel.ts';
import { LANGUAGES, speak } from '../../../src/lib/i18n/messages.ts';
import { sayEvent } from '../../../src/lib/parcel/event-words.ts';
import { sayFailure } from '../../../src/lib/parcel/failure-words.ts';
import { speakOfParcels } from '../../../src/lib/parcel/messages.ts';
import { formatAge } from '../../../src/lib/parcel/moment-words.ts';
import { nameState, sayParcel } from '../../../src/lib/parcel/state-words.ts';
import { stagesOf } from '../../../src/lib/parcel/stages.ts';
import { CATALOGUE, groupOf } from './catalogue.ts';

const speakIn = async (language: (typeof LANGUAGES)[number]) => {
  await speak(language);
  await speakOfParcels();
};
beforeEach(() => speakIn('en'));

const NUMBER = '690000000000100000000001';
const POINT = {
  kind: 'point',
  id: 'PL_A',
  name: 'A',
  city: 'Testowo',
  country: 'PL',
  summary: null,
} as const;

/** A parcel with events of these codes, the last of which says its state. */
function tell(codes: readonly string[], changes: Partial<ToldParcel> = {}): ToldParcel {
  const events = codes.map((code, at) => {
    return { code, group: groupOf(stateOfEvent(code)), time: `2026-11-2${at}T07:15:00+01:00`, place: null };
  });
  const state = events.at(-1)?.group ?? null;
  const found = { ...tellNone(NUMBER, 'unknown', null), status: 'found' as const };
  return { ...found, state, nextStep: 'wait', destination: POINT, events, ...changes };
}

/** The progress line of a parcel with events of these codes. */
const write = (codes: string, changes: Partial<ToldParcel> = {}) =>
  stagesOf(tell(codes === '' ? [] : codes.split(' '), changes))
    .map(({ state, at }) => `${state} ${at}`)
    .join(', ');

describe('the carrier’s codes', () => {
  it('of the whole catalogue have a sentence of their own, in each language', async () => {
    expect(CATALOGUE.length).toBeGreaterThan(110);
    for (const language of LANGUAGES) {
      await speakIn(language);
      for (const { code, state } of CATALOGUE) {
        const group = groupOf(state);
        const sentence = sayEvent({ code, group });
        expect(sentence, `${code} in ${language}`).toMatch(/\p{L}{3}/u);
        // Only a note about security says no more than that it is one.
        if (group === null && code !== 'INF.9013')
          expect(sentence, code).not.toBe(sayEvent({ code: 'INF.9999', group: null }));
      }
    }
  });

  it('that are new are told by their group, and new notes as notes', () => {
    expect(sayEvent({ code: 'LMD.9077', group: 'problem' })).toBe('Problem');
    expect(sayEvent({ code: 'EOL.1077', group: 'delivered' })).toBe('Delivered');
    expect(sayEvent({ code: 'XYZ.1', group: null })).toBe('Note');
  });

  it('say what they mean', () => {
    expect(sayEvent({ code: 'LMD.9022', group: 'problem' })).toBe(
      'The point was full, closed or out of order',
    );
    expect(sayEvent({ code: 'EOL.1004', group: 'delivered' })).toBe('Left with a neighbour');
    expect(sayEvent({ code: 'CC.002', group: 'on_its_way' })).toBe('Cleared by customs');
  });
});

describe('a parcel', () => {
  it('has a sentence in each state and each language, and what to do next unless it is done', async () => {
    for (const language of LANGUAGES) {
      await speakIn(language);
      const said = TOLD_STATES.map((state) => sayParcel(tell([], { state })));
      expect(new Set(said.map(({ sentence }) => sentence)).size).toBe(TOLD_STATES.length);
      expect(TOLD_STATES.filter((_, at) => said[at]!.next === '')).toEqual(['delivered']);
      for (const status of ['unknown', 'gone', 'invalid', 'unavailable'] as const) {
        const { sentence, next } = sayParcel(tellNone(NUMBER, status, null));
        expect(sentence).toMatch(/\p{L}{3}/u);
        expect(next).not.toBe(sentence);
      }
    }
  });

  it('that is ready names its point, by what the network calls it', () => {
    expect(sayParcel(tell(['LMD.1005'])).sentence).toBe('Ready to collect: A');
    expect(sayParcel(tell(['LMD.1005'], { destination: null })).sentence).toBe(
      'The parcel is ready to collect.',
    );
  });

  it('with a problem says who acts: the carrier again, or the shop', () => {
    expect(sayParcel(tell(['LMD.9022'])).next).toMatch(/will try again/);
    expect(sayParcel(tell(['EOL.9001'], { nextStep: 'ask_shop' })).next).toMatch(/^Give the shop/);
  });

  it('that goes to a shop is spoken of as a return', () => {
    const isReturn = { isReturn: true };
    expect(sayParcel(tell(['CRE.1001'], isReturn)).next).toMatch(/hand it in/);
    expect(sayParcel(tell(['EOL.1001'], isReturn)).sentence).toBe('Your return has reached the shop.');
  });
});

describe('the progress line', () => {
  it.each([
    ['', 'registered later, on_its_way later, ready later, delivered later'],
    ['CRE.1001 MMD.1001', 'registered done, on_its_way now, ready later, delivered later'],
    ['CRE.1001 LMD.1005 EOL.1002', 'registered done, on_its_way done, ready done, delivered done'],
    // What was reached before a problem stays.
    [
      'CRE.1001 MMD.1001 LMD.9022',
      'registered done, on_its_way done, problem now, ready later, delivered later',
    ],
    // It turns round on the way back.
    [
      'CRE.1001 LMD.1005 LMD.9014',
      'registered done, on_its_way done, ready done, returning now, returned later',
    ],
    ['CRE.1001 RTS.1001 RTS.1002', 'registered done, returning done, returned done'],
  ])('shows what is done, what is now and what comes: %s', (codes, line) => {
    expect(write(codes)).toBe(line);
  });

  it('ends with a problem that the carrier doesn’t solve', () => {
    expect(write('CRE.1001 EOL.9004', { nextStep: 'ask_shop' })).toBe('registered done, cancelled now');
  });

  it('has nothing to collect on the way to an address, unless it was kept somewhere after all', () => {
    const destination = { ...POINT, kind: 'address' } as const;
    expect(write('CRE.1001', { destination })).toBe('registered now, on_its_way later, delivered later');
    expect(write('CRE.1001 LMD.9013', { destination })).toContain('ready now');
  });

  it('names each stage in each language', async () => {
    for (const language of LANGUAGES) {
      await speakIn(language);
      expect(new Set((['registered', 'on_its_way', 'ready'] as const).map(nameState)).size).toBe(3);
    }
  });
});

describe('a failure', () => {
  it.each([
    ['network', /offline/, true],
    ['rate_limited', /Too many/, true],
    ['unavailable', /isn’t responding/, true],
    ['malformed', /isn’t responding/, true],
    ['scope_missing', /can’t look up parcels/, false],
  ] as const)('%s has a sentence', (code, sentence, mayRetry) => {
    const said = sayFailure(new AppError(code, ''));
    expect(said.sentence).toMatch(sentence);
    expect(said.mayRetry).toBe(mayRetry);
  });
});

it('an answer’s age is told in the unit that fits', () => {
  const at = (minutes: number) => formatAge(0, minutes * 60_000);
  expect([0, 1, 59, 60, 25 * 60].map(at)).toEqual([
    'now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    'yesterday',
  ]);
  // A device's clock may have been set back.
  expect(formatAge(60_000, 0)).toBe('now');
});
