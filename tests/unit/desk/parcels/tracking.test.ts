import { expect, it, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import type { TrackedParcel } from '#platform/tracking.ts';
import { findDue } from '../../../../src/lib/desk/parcels/due-parcels.ts';
import { mergeEvents } from '../../../../src/lib/desk/parcels/merge-events.ts';
import { Tracker } from '../../../../src/lib/desk/parcels/tracker.svelte.ts';
import type { DeskParcel } from '../../../../src/lib/desk/parcel.ts';
import { brokerWith, makeDraft, openDesk, startBrowser } from '../fake-desk.ts';

const event = (code: string, time: string, id: string | null = null) => ({ id, code, time, place: null });
const sent = (number: number, change: Partial<DeskParcel> = {}) =>
  makeDraft({ state: 'sent', trackingNumber: String(number), ...change });
const SCOPE = 'api:tracking:read';

it('Tracking: neither a late report of an earlier event nor a shorter answer changes the state', () => {
  const delivered = mergeEvents(sent(1), [event('EOL.1001', '2026-11-20T10:00:00Z', 'd')], 5);
  expect(delivered.tracking).toMatchObject({ state: 'delivered', readMs: 5 });
  const late = mergeEvents(delivered, [event('MMD.1001', '2026-11-20T10:30:00+01:00', 'm')], 6);
  expect(late.tracking).toMatchObject({ state: 'delivered', readMs: 6 });
  expect(late.tracking?.events.map(({ code }) => code)).toEqual(['MMD.1001', 'EOL.1001']);
  expect(mergeEvents(late, [], 7).tracking).toMatchObject({
    state: 'delivered',
    events: late.tracking?.events,
  });
});

it('Tracking: of two events in the same second, the more advanced one decides the state', () => {
  const events = [
    event('EOL.1001', '2026-11-27T10:00:00+01:00', 'd'),
    event('LMD.1005', '2026-11-27T09:00:00Z', 'r'),
  ];
  for (const [first, second] of [events, events.toReversed()]) {
    const { tracking } = mergeEvents(mergeEvents(sent(1), [first!], 1), [second!], 2);
    expect(tracking).toMatchObject({
      state: 'delivered',
      events: [{ code: 'LMD.1005' }, { code: 'EOL.1001' }],
    });
  }
});

it('Tracking: an event is stored once, with or without an id, and no answer can fill the disk', () => {
  const events = [event('CRE.1001', '2026-11-20T10:00:00Z'), event('INF.9001', '2026-11-20T11:00:00Z', 'i')];
  const twice = mergeEvents(mergeEvents(sent(1), events, 1), events, 2);
  expect(twice.tracking?.events).toHaveLength(2);
  expect(twice.tracking?.state).toBe('registered');
  const endless = Array.from({ length: 5000 }, (_, at) =>
    event('MMD.1001', new Date(at * 1000).toISOString()),
  );
  expect(mergeEvents(sent(1), endless, 1).tracking?.events).toHaveLength(300);
});

it('Tracking: parcels tracked longest ago come first, in batches of ten, without fresh, settled or unsent ones', () => {
  const nowMs = Date.parse('2026-11-25T12:00:00Z');
  const read = (readMs: number) => ({ state: null, events: [], readMs });
  const ended = (time: string) => ({
    state: 'delivered' as const,
    events: [event('EOL.1001', time)],
    readMs: 1,
  });
  const open = Array.from({ length: 12 }, (_, at) => sent(at, { tracking: read(100 - at) }));
  const parcels = [
    ...open,
    sent(90),
    sent(91, { tracking: read(nowMs - 1000) }),
    sent(92, { tracking: ended('2026-11-20T12:00:00Z') }),
    sent(93, { tracking: ended('2026-11-25T11:00:00Z') }),
    makeDraft(),
    makeDraft({ state: 'sent', trackingNumber: null }),
  ];
  const numbers = (calls: number) =>
    findDue(parcels, nowMs, 60_000, calls).map((ten) => ten.map(({ trackingNumber }) => trackingNumber));
  expect(numbers(9)).toEqual([
    ['90', '93', '11', '10', '9', '8', '7', '6', '5', '4'],
    ['3', '2', '1', '0'],
  ]);
  expect(numbers(1)).toHaveLength(1);
});

/** A desk with sent parcels, and a platform with these answers. */
async function start(
  count: number,
  answer: (numbers: readonly string[]) => readonly TrackedParcel[],
  scopes = [SCOPE],
) {
  const browser = startBrowser();
  const desk = await openDesk();
  const parcels = Array.from({ length: count }, (_, at) => sent(at, { row: at, createdMs: -at }));
  await desk.putParcels(parcels);
  const track = vi.fn(async function* (numbers: readonly string[]) {
    await Promise.resolve();
    yield* answer(numbers);
  });
  const broker = brokerWith({ tracking: { get: track } }, scopes);
  return { ...browser, desk, track, tracker: new Tracker(desk, broker) };
}

const known = (numbers: readonly string[]) =>
  numbers.map((trackingNumber) => ({
    trackingNumber,
    events: [{ eventCode: 'LMD.1005', eventTimestamp: '2026-11-25T10:00:00Z' }, { eventCode: 7 }, null],
  }));

it('Tracking: a round requests ten numbers per call and stores their events', async () => {
  const { desk, track, tracker } = await start(25, known);
  await tracker.refresh();
  expect(track.mock.calls.map(([numbers]) => numbers.length)).toEqual([10, 10, 5]);
  expect(new Set(desk.parcels.map(({ tracking }) => tracking?.state))).toEqual(new Set(['ready']));
  expect([tracker.reading, tracker.failure]).toEqual([false, null]);
  // All parcels are fresh now.
  await tracker.refresh();
  expect(track).toHaveBeenCalledTimes(3);
});

it('Tracking: a round waits a quarter of a second between calls', async () => {
  const { desk, track, tracker } = await start(25, known);
  const wait = vi.fn(() => Promise.resolve());
  await new Tracker(desk, tracker.broker, wait).refresh();
  expect(track).toHaveBeenCalledTimes(3);
  expect(wait.mock.calls).toEqual([[250], [250]]);
});

it('Tracking: a number that the platform doesn’t know doesn’t affect the others', async () => {
  const { desk, tracker } = await start(3, () => known(['0']));
  await tracker.refresh();
  const states = desk.parcels.map(({ trackingNumber, tracking }) => [trackingNumber, tracking?.state]);
  expect(states).toEqual([
    ['0', 'ready'],
    ['1', null],
    ['2', null],
  ]);
});

it.each(['forbidden', 'rejected', 'malformed'] as const)(
  'Tracking: a number that is %s doesn’t affect the others, and isn’t the first in the next round',
  async (code) => {
    const { desk, track, tracker } = await start(12, (numbers) => {
      if (numbers.includes('3')) throw new AppError(code, 'not yours');
      return known(numbers);
    });
    const wait = () => Promise.resolve();
    const quick = new Tracker(desk, tracker.broker, wait);
    await quick.refresh();
    expect(track.mock.calls.map(([numbers]) => numbers.length)).toEqual([
      10,
      ...Array.from({ length: 10 }, () => 1),
      2,
    ]);
    const unread = desk.parcels.filter(({ tracking }) => tracking?.state !== 'ready');
    expect(unread.map(({ trackingNumber }) => trackingNumber)).toEqual(['3']);
    expect([quick.failure, findDue(desk.parcels, Date.now(), 10_000, 9)]).toEqual([null, []]);
  },
);

it('Tracking: a round ends if the platform refuses every number', async () => {
  const refusal = new AppError('forbidden', 'no');
  const { desk, track, tracker } = await start(25, () => {
    throw refusal;
  });
  const quick = new Tracker(desk, tracker.broker, () => Promise.resolve());
  await quick.refresh();
  expect([track.mock.calls.length, quick.failure]).toEqual([11, refusal]);
  expect(findDue(desk.parcels, Date.now(), 10_000, 9)).toHaveLength(3);
});

it('Tracking: a round ends at the first failing call and reports why', async () => {
  const busy = new AppError('rate_limited', 'wait');
  const { track, tracker } = await start(25, () => {
    throw busy;
  });
  await tracker.refresh();
  expect([track.mock.calls.length, tracker.failure, tracker.reading]).toEqual([1, busy, false]);
});

it('Tracking: nothing is requested without permission or while another tab runs a round', async () => {
  const without = await start(1, known, []);
  await without.tracker.refresh();
  expect(without.track).not.toHaveBeenCalled();
  const other = await start(1, known);
  other.locks.held.add(`droppoint.desk.track.${other.desk.name}`);
  await other.tracker.refresh();
  expect(other.track).not.toHaveBeenCalled();
});

it('Tracking: a parcel that is removed during a round stays removed', async () => {
  const run = await start(2, known);
  const [gone] = run.desk.parcels;
  run.track.mockImplementation(async function* (numbers) {
    await run.desk.removeParcels([gone!.id]);
    yield* known(numbers);
  });
  await run.tracker.refresh();
  expect(run.desk.parcels.map(({ tracking }) => tracking?.state)).toEqual(['ready']);
});
