import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { FrameMessage } from '#contract/frame-message.ts';
import type { PickerConfig } from '#contract/picker-config.ts';
import type { PointValidity } from '#contract/validity.ts';
import { summarizePoint } from '#contract/point-summary.ts';
import { FrameChoice, summarizeChoice, writeChoice } from '../../../src/lib/embed/frame-choice.svelte.ts';

const point = (id: string) => ({ id, coordinates: { latitude: 52, longitude: 21 } });
const good = (id: string): PointValidity => ({
  ...{ id, checkedAt: null, isValid: true, status: 'exists', errors: [], alternatives: [] },
  point: point(id),
});
const near = {
  distanceMetres: 40,
  label: null,
  summary: summarizePoint(point('PL_2')),
  point: point('PL_2'),
};
const bad = (code: string, message = ''): PointValidity => ({
  ...{ id: '', checkedAt: null, isValid: false, status: 'gone' },
  ...{ errors: [{ code, message }], alternatives: [near] },
});

/** A frame whose server gives these answers in turn; without any, every point is valid. */
function open(...answers: (PointValidity | AppError | Promise<PointValidity>)[]) {
  const sent: FrameMessage[] = [];
  const panned: unknown[] = [];
  const check = vi.fn((id: string): Promise<PointValidity> => {
    const answer = answers.shift() ?? good(id);
    return answer instanceof AppError ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const choice = new FrameChoice({
    link: () => ({
      send: (message) => void sent.push(message),
      requestVerdict: () => Promise.resolve({ type: 'verdict', id: 1, accepted: true }),
    }),
    isReadonly: () => false,
    check,
    summarize: () => Promise.resolve(undefined),
    write: ({ id }) => Promise.resolve(`Locker ${id}`),
    panTo: (position) => void panned.push(position),
  });
  let before: PickerConfig | null = null;
  /** The shop's page sends its settings. */
  const configure = (next: PickerConfig) => {
    const done = choice.configure(before, next, choice.takeValue(next.value));
    before = next;
    return done;
  };
  return { choice, sent, panned, check, configure };
}

describe('the value of the shop’s page', () => {
  it('a valid point is chosen, shown on the map and reported', async () => {
    const { choice, sent, panned, configure } = open();
    await configure({ value: 'PL_1' });
    expect([choice.chosen?.id, panned]).toEqual(['PL_1', [point('PL_1').coordinates]]);
    expect(sent).toMatchObject([
      { type: 'change', source: 'value', label: 'Locker PL_1', point: { id: 'PL_1' } },
    ]);
  });

  it('an invalid point is refused, with the text of the shop’s own rule', async () => {
    const { choice, sent, configure } = open(bad('gone'), bad('rule', 'Too large for lockers'));
    await configure({ value: 'PL_1' });
    expect([choice.chosen, choice.refusedId]).toEqual([null, 'PL_1']);
    await configure({ value: 'PL_3' });
    expect(choice.refusedId).toBe('PL_3');
    expect(sent).toMatchObject([
      { type: 'invalid-selection', id: 'PL_1', reason: 'gone', alternatives: [{ point: { id: 'PL_2' } }] },
      { type: 'invalid-selection', id: 'PL_3', reason: 'rule', message: 'Too large for lockers' },
    ]);
  });

  it('the value stays if the check fails', async () => {
    const { choice, sent, configure } = open(new AppError('network', 'no connection'));
    await configure({ value: 'PL_1' });
    expect([choice.chosen, choice.refusedId, sent]).toEqual([null, null, []]);
  });

  it('a value that only echoes our own choice changes nothing', async () => {
    const { choice, check, configure } = open();
    await choice.send(point('PL_1'), 'method');
    await configure({ value: 'PL_1' });
    expect(check).not.toHaveBeenCalled();
  });

  it('settings sent before a choice was accepted don’t undo it, and a value set after it does', async () => {
    const { choice, check, configure } = open();
    await configure({});
    const isOther = choice.takeValue(undefined);
    // Its verdict arrives while the language of those settings is loading.
    choice.takeValue('PL_1');
    choice.chosen = point('PL_1');
    await choice.configure({}, { language: 'de' }, isOther);
    expect([choice.chosen.id, check.mock.calls]).toEqual(['PL_1', []]);
    await configure({});
    expect(choice.chosen).toBeNull();
  });

  it('clearing the value clears the choice, and a refusal', async () => {
    const { choice, sent, configure } = open(good('PL_1'), bad('gone'));
    await configure({ value: 'PL_1' });
    await configure({ value: 'PL_3' });
    sent.length = 0;
    await configure({});
    expect([choice.chosen, choice.refusedId, sent]).toEqual([null, null, []]);
  });

  it('the value is checked again under other conditions, and reported again', async () => {
    const { choice, sent, check, configure } = open(good('PL_1'), good('PL_1'), bad('filter'));
    await configure({ value: 'PL_1' });
    await configure({ value: 'PL_1', theme: 'dark' });
    expect(check).toHaveBeenCalledTimes(1);
    await configure({ value: 'PL_1', countries: ['PL'] });
    expect([sent.at(-1)?.type, choice.refusedId]).toEqual(['change', null]);
    await configure({ value: 'PL_1', countries: ['CZ'] });
    expect([sent.at(-1)?.type, choice.refusedId]).toEqual(['invalid-selection', 'PL_1']);
  });

  it('a value with unknown validity is neither chosen nor refused', async () => {
    const { choice, sent, panned, configure } = open({
      ...bad('x'),
      isValid: true,
      errors: [],
      status: 'unknown',
    });
    await configure({ value: 'PL_1' });
    expect([choice.chosen, choice.refusedId, sent, panned]).toEqual([null, null, [], []]);
  });

  it.each([
    ['gone', 'The network has no point PL_1.', 'This pick-up point is no longer available.'],
    ['mistyped', 'There is no point PL_1.', 'There is no pick-up point with this number.'],
    ['country', "The point's country is PL.", 'The shop doesn’t deliver to this point.'],
    ['rule', 'Too large for lockers', 'Too large for lockers'],
  ])('a refusal is worded for the shopper, or by the shop: %s', async (code, message, words) => {
    const { sent, configure } = open(bad(code, message));
    await configure({ value: 'PL_1' });
    expect(sent).toMatchObject([{ type: 'invalid-selection', reason: code, message: words }]);
  });

  it('an invalid point without a reason counts as gone', async () => {
    const { sent, configure } = open({ ...bad('x'), errors: [] });
    await configure({ value: 'PL_1' });
    expect(sent).toMatchObject([
      { type: 'invalid-selection', reason: 'gone', message: 'This pick-up point is no longer available.' },
    ]);
  });

  it('a refused value isn’t checked again for unrelated settings', async () => {
    const { choice, check, configure } = open(bad('gone'));
    await configure({ value: 'PL_1' });
    await configure({ value: 'PL_1', theme: 'dark' });
    expect([check.mock.calls.length, choice.refusedId]).toEqual([1, 'PL_1']);
  });

  it('a value that is already chosen is reported again after a check, and the map stays', async () => {
    const { sent, panned, configure } = open();
    await configure({ value: 'PL_1' });
    await configure({ value: 'PL_1', countries: ['PL'] });
    expect(sent).toMatchObject([{ source: 'value' }, { source: 'value' }]);
    expect(panned).toHaveLength(1);
  });

  it('a value is dropped if a newer one arrives during its lookup', async () => {
    let answer = (_: PointValidity) => {};
    const { choice, sent, configure } = open(new Promise((resolve) => (answer = resolve)), bad('gone'));
    const looking = configure({ value: 'PL_1' });
    await configure({ value: 'PL_2' });
    answer(good('PL_1'));
    await looking;
    expect([choice.chosen, choice.refusedId, sent.length]).toEqual([null, 'PL_2', 1]);
  });

  it('a value is dropped if the shopper chooses during its lookup', async () => {
    let answer = (_: PointValidity) => {};
    const { choice, sent, configure } = open(new Promise((resolve) => (answer = resolve)));
    const looking = configure({ value: 'PL_1' });
    choice.chosen = point('PL_5');
    choice.takeValue('PL_5');
    answer(good('PL_1'));
    await looking;
    expect([choice.chosen.id, sent]).toEqual(['PL_5', []]);
  });
});

describe('messages to the shop’s page about the choice', () => {
  it('a choice is sent with name, address and summary', async () => {
    const mill = { ...point('PL_1'), name: 'At the mill', address: { street: 'Polna 7', city: 'Wola' } };
    expect(await writeChoice(mill)).toMatch(/^At the mill\nPolna 7.*Wola$/s);
    expect(await writeChoice(point('PL_1'))).toBe('PL_1');
    expect(await summarizeChoice(mill)).toEqual(summarizePoint(mill));
  });

  it('only the last of several choices is sent', async () => {
    const { choice, sent } = open();
    await Promise.all([choice.send(point('PL_1'), 'map'), choice.send(point('PL_2'), 'list')]);
    expect(sent).toMatchObject([{ type: 'change', source: 'list', point: { id: 'PL_2' } }]);
  });

  it('a cleared choice is sent', async () => {
    const { choice, sent } = open();
    await choice.apply(point('PL_1'), 'method');
    await choice.clear('method');
    expect([choice.chosen, sent.at(-1)]).toEqual([null, { type: 'change', source: 'method' }]);
  });

  it('a point that is gone is sent with the nearest alternatives', async () => {
    const { choice, sent } = open();
    await choice.sendGone('PL_1', [point('PL_2')]);
    expect(sent).toMatchObject([
      { type: 'invalid-selection', id: 'PL_1', reason: 'gone', alternatives: [{ point: { id: 'PL_2' } }] },
    ]);
  });
});
