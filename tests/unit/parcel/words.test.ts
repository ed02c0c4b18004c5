import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { stateOfEvent } from '#platform/parcel-state.ts';
import { emptyParcelAnswer, PUBLIC_PARCEL_STATES, type PublicParcel } from '#contract/public-parcel.ts';
import { LANGUAGES, setLanguage } from '../../../src/lib/i18n/messages.ts';
import { describeShopperEvent } from '../../../src/lib/parcel/event-words.ts';
import { describeLoadFailure } from '../../../src/lib/parcel/failure-words.ts';
import { loadParcelMessages } from '../../../src/lib/parcel/messages.ts';
import { formatAnswerAge } from '../../../src/lib/parcel/moment-words.ts';
import { nameState, describeParcelState } from '../../../src/lib/parcel/state-words.ts';
import { listStages } from '../../../src/lib/parcel/stages.ts';
import { CATALOGUE, groupOf } from './catalogue.ts';

const loadLanguage = async (language: (typeof LANGUAGES)[number]) => {
  await setLanguage(language);
  await loadParcelMessages();
};
beforeEach(() => loadLanguage('en'));

const NUMBER = '690000000000100000000001';
const POINT = {
  kind: 'point',
  id: 'PL_A',
  name: 'A',
  city: 'Testowo',
  country: 'PL',
  summary: null,
} as const;

/** A parcel with events of these codes, the last of which determines its state. */
function makeParcel(codes: readonly string[], changes: Partial<PublicParcel> = {}): PublicParcel {
  const events = codes.map((code, at) => {
    return { code, group: groupOf(stateOfEvent(code)), time: `2026-11-2${at}T07:15:00+01:00`, place: null };
  });
  const state = events.at(-1)?.group ?? null;
  const found = { ...emptyParcelAnswer(NUMBER, 'unknown', null), status: 'found' as const };
  return { ...found, state, nextStep: 'wait', destination: POINT, events, ...changes };
}

/** The progress line of a parcel with events of these codes. */
const write = (codes: string, changes: Partial<PublicParcel> = {}) =>
  listStages(makeParcel(codes === '' ? [] : codes.split(' '), changes))
    .map(({ state, at }) => `${state} ${at}`)
    .join(', ');

describe('descriptions of events', () => {
  it('every code of the catalogue has its own sentence in each language', async () => {
    expect(CATALOGUE.length).toBeGreaterThan(110);
    for (const language of LANGUAGES) {
      await loadLanguage(language);
      for (const { code, state } of CATALOGUE) {
        const group = groupOf(state);
        const sentence = describeShopperEvent({ code, group });
        expect(sentence, `${code} in ${language}`).toMatch(/\p{L}{3}/u);
        // Only a note about security says nothing more specific.
        if (group === null && code !== 'INF.9013')
          expect(sentence, code).not.toBe(describeShopperEvent({ code: 'INF.9999', group: null }));
      }
    }
  });

  it('a new code is described by its group, and a new note as a note', () => {
    expect(describeShopperEvent({ code: 'LMD.9077', group: 'problem' })).toBe('Problem');
    expect(describeShopperEvent({ code: 'EOL.1077', group: 'delivered' })).toBe('Delivered');
    expect(describeShopperEvent({ code: 'XYZ.1', group: null })).toBe('Note');
  });

  it('known codes have their own sentences', () => {
    expect(describeShopperEvent({ code: 'LMD.9022', group: 'problem' })).toBe(
      'The point was full, closed or out of order',
    );
    expect(describeShopperEvent({ code: 'EOL.1004', group: 'delivered' })).toBe('Left with a neighbour');
    expect(describeShopperEvent({ code: 'CC.002', group: 'on_its_way' })).toBe('Cleared by customs');
  });
});

describe('descriptions of parcels', () => {
  it('each state has a sentence in each language, and a next step unless the parcel is delivered', async () => {
    for (const language of LANGUAGES) {
      await loadLanguage(language);
      const description = PUBLIC_PARCEL_STATES.map((state) => describeParcelState(makeParcel([], { state })));
      expect(new Set(description.map(({ sentence }) => sentence)).size).toBe(PUBLIC_PARCEL_STATES.length);
      expect(PUBLIC_PARCEL_STATES.filter((_, at) => description[at]!.next === '')).toEqual(['delivered']);
      for (const status of ['unknown', 'gone', 'invalid', 'unavailable'] as const) {
        const { sentence, next } = describeParcelState(emptyParcelAnswer(NUMBER, status, null));
        expect(sentence).toMatch(/\p{L}{3}/u);
        expect(next).not.toBe(sentence);
      }
    }
  });

  it('a parcel that was collected wasn’t delivered to a door', () => {
    expect(describeParcelState(makeParcel(['LMD.1005', 'EOL.1002'])).sentence).toBe(
      'The parcel has been collected.',
    );
    expect(describeParcelState(makeParcel(['EOL.1001'])).sentence).toBe('The parcel has been delivered.');
  });

  it('a parcel that is ready shows the name of its point in the network', () => {
    expect(describeParcelState(makeParcel(['LMD.1005'])).sentence).toBe('Ready to collect: A');
    expect(describeParcelState(makeParcel(['LMD.1005'], { destination: null })).sentence).toBe(
      'The parcel is ready to collect.',
    );
  });

  it('a problem says who acts: the carrier again, or the shop', () => {
    expect(describeParcelState(makeParcel(['LMD.9022'])).next).toMatch(/will try again/);
    expect(describeParcelState(makeParcel(['EOL.9001'], { nextStep: 'ask_shop' })).next).toMatch(
      /^Give the shop/,
    );
  });

  it('a parcel to a shop is described as a return', () => {
    const isReturn = { isReturn: true };
    expect(describeParcelState(makeParcel(['CRE.1001'], isReturn)).next).toMatch(/hand it in/);
    expect(describeParcelState(makeParcel(['EOL.1001'], isReturn)).sentence).toBe(
      'Your return has reached the shop.',
    );
  });
});

describe('the progress line', () => {
  it.each([
    ['', 'registered later, on_its_way later, ready later, delivered later'],
    ['CRE.1001 MMD.1001', 'registered done, on_its_way now, ready later, delivered later'],
    ['CRE.1001 LMD.1005 EOL.1002', 'registered done, on_its_way done, ready done, delivered done'],
    // Stages that were reached before a problem stay.
    [
      'CRE.1001 MMD.1001 LMD.9022',
      'registered done, on_its_way done, problem now, ready later, delivered later',
    ],
    // It turns around on the way back.
    [
      'CRE.1001 LMD.1005 LMD.9014',
      'registered done, on_its_way done, ready done, returning now, returned later',
    ],
    ['CRE.1001 RTS.1001 RTS.1002', 'registered done, returning done, returned done'],
  ])('the progress line shows finished, current and later stages: %s', (codes, line) => {
    expect(write(codes)).toBe(line);
  });

  it('the progress line ends with a problem that the carrier doesn’t solve', () => {
    expect(write('CRE.1001 EOL.9004', { nextStep: 'ask_shop' })).toBe('registered done, cancelled now');
  });

  it('the progress line to an address has no collection, unless the parcel was held for collection anyway', () => {
    const destination = { ...POINT, kind: 'address' } as const;
    expect(write('CRE.1001', { destination })).toBe('registered now, on_its_way later, delivered later');
    expect(write('CRE.1001 LMD.9013', { destination })).toContain('ready now');
  });

  it('each stage has a name in each language', async () => {
    for (const language of LANGUAGES) {
      await loadLanguage(language);
      expect(new Set((['registered', 'on_its_way', 'ready'] as const).map(nameState)).size).toBe(3);
    }
  });
});

describe('failures of the lookup', () => {
  it.each([
    ['network', /offline/, true],
    ['rate_limited', /Too many/, true],
    ['unavailable', /isn’t responding/, true],
    ['malformed', /isn’t responding/, true],
    ['scope_missing', /can’t look up parcels/, false],
  ] as const)('the failure %s has a sentence', (code, sentence, mayRetry) => {
    const description = describeLoadFailure(new AppError(code, ''));
    expect(description.sentence).toMatch(sentence);
    expect(description.mayRetry).toBe(mayRetry);
  });
});

it('an answer’s age is given in the unit that fits', () => {
  const at = (minutes: number) => formatAnswerAge(0, minutes * 60_000);
  expect([0, 1, 59, 60, 25 * 60].map(at)).toEqual([
    'now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    'yesterday',
  ]);
  // A device's clock may have been set back.
  expect(formatAnswerAge(60_000, 0)).toBe('now');
});
