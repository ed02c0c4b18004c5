import { expect, it, vi } from 'vitest';
import type { CallInput } from '#platform/call.ts';
import { AppError } from '#platform/errors.ts';
import type { Operation } from '#platform/operation.ts';
import { createShipment, type Shipment } from '#platform/shipping.ts';
import { UnknownOutcomeError } from '#platform/unknown-outcome.ts';
import type { DeskParcel } from '../../../src/lib/desk/parcel.ts';
import { sendDeskParcel, markInterruptedUnknown } from '../../../src/lib/desk/send-desk-parcel.ts';
import { SendQueue } from '../../../src/lib/desk/send-queue.svelte.ts';
import { brokerWith, makeDraft, openDesk, startBrowser } from './fake-desk.ts';
import { waitFor } from '../../wait-for.ts';

const created = (number = '69') => ({ data: { trackingNumber: number }, requestId: 'q-1' });

const DRAFTS = Array.from({ length: 30 }, () => ({}));

/** A desk with these parcels, and a platform with these answers. */
async function start(answer: (id: string) => unknown, changes: readonly Partial<DeskParcel>[] = [{}]) {
  const browser = startBrowser();
  const desk = await openDesk();
  const parcels = changes.map((change, row) => makeDraft({ row, ...change }));
  await desk.putParcels(parcels);
  const request = vi.fn((_: Operation, { deduplicationId }: CallInput<Shipment>) =>
    Promise.resolve().then(() => answer(deduplicationId!)),
  );
  const readState = async (id: string) =>
    (await desk.store.readRaw('parcels'))
      .map(([, value]) => value as DeskParcel)
      .find((each) => each.id === id);
  return {
    ...browser,
    desk,
    parcels,
    ids: parcels.map(({ id }) => id),
    request,
    idsSent: () => request.mock.calls.map(([, { deduplicationId }]) => deduplicationId),
    broker: brokerWith({ call: request }),
    readState,
  };
}

it('Sending: before the call, the parcel is on disk as sending, under the id of the call', async () => {
  const before: unknown[] = [];
  const run = await start(async (id) => {
    before.push((await run.readState(id))?.state);
    return created();
  });
  const [id] = run.ids as [string];
  const after = await sendDeskParcel(run.desk, run.broker, id);
  expect(before).toEqual(['sending']);
  expect(after).toMatchObject({ state: 'sent', trackingNumber: '69', requestId: 'q-1', problem: null });
  expect(await run.readState(id)).toEqual(after);
  const { organizationId, shipment } = run.parcels[0]!;
  expect(run.request.mock.calls).toEqual([
    [createShipment, { values: { organizationId }, body: shipment, deduplicationId: id }],
  ]);
});

it('Sending: a parcel that the platform answers without a number is sent, and has none', async () => {
  const run = await start(() => ({ data: null, requestId: 'q-1' }));
  expect(await sendDeskParcel(run.desk, run.broker, run.ids[0]!)).toMatchObject({
    ...{ state: 'sent', trackingNumber: null, requestId: 'q-1' },
  });
});

it('Sending: a lost answer leaves the parcel unknown, and a repeated call with the same id sends it', async () => {
  const lost = new UnknownOutcomeError(new AppError('timeout', 'no answer', { requestId: 'q-9' }));
  const run = await start(() => (run.request.mock.calls.length === 1 ? Promise.reject(lost) : created()));
  const [id] = run.ids as [string];
  expect(await sendDeskParcel(run.desk, run.broker, id)).toMatchObject({
    state: 'unknown',
    problem: { code: 'timeout', requestId: 'q-9' },
  });
  expect(await sendDeskParcel(run.desk, run.broker, id)).toMatchObject({ state: 'sent' });
  expect(run.idsSent()).toEqual([id, id]);
});

it('Sending: a refused parcel stores its errors, and neither refused nor sent parcels are sent again', async () => {
  const fields = [{ path: 'recipient.phone', codes: ['invalid'] }];
  const refused = new AppError('rejected', 'no', { fields });
  const run = await start(() => Promise.reject(refused), [{}, { state: 'sent' }]);
  for (const id of [...run.ids, ...run.ids]) await sendDeskParcel(run.desk, run.broker, id);
  expect(run.desk.find(run.ids[0]!)).toMatchObject({
    state: 'refused',
    problem: { code: 'rejected', fields },
  });
  expect(run.request).toHaveBeenCalledTimes(1);
});

it.each([
  ['draft', 'draft'],
  ['unknown', 'unknown'],
] as const)(
  'Sending: an error that the parcel didn’t cause stops, and leaves a %s parcel %s',
  async (before, after) => {
    const error = new AppError('session_ended', 'over');
    const run = await start(() => Promise.reject(error), [{ state: before }]);
    await expect(sendDeskParcel(run.desk, run.broker, run.ids[0]!)).rejects.toBe(error);
    expect(run.desk.find(run.ids[0]!)?.state).toBe(after);
  },
);

it('Sending: two clicks or two tabs send a parcel once', async () => {
  let answer = (_: unknown) => {};
  const run = await start(() => new Promise((resolve) => (answer = resolve)));
  const [id] = run.ids as [string];
  const first = sendDeskParcel(run.desk, run.broker, id);
  await waitFor(() => expect(run.request).toHaveBeenCalled());
  expect(await sendDeskParcel(run.desk, run.broker, id)).toMatchObject({ state: 'sending' });
  answer(created());
  expect(await first).toMatchObject({ state: 'sent' });
  expect(run.request).toHaveBeenCalledTimes(1);
});

it('Sending: a parcel that can’t be stored isn’t sent', async () => {
  const run = await start(() => created());
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(sendDeskParcel(run.desk, run.broker, run.ids[0]!)).rejects.toMatchObject({ code: 'full' });
  full.mockRestore();
  expect(run.request).not.toHaveBeenCalled();
});

it('Sending: interrupted parcels become unknown, but not those that another tab is sending', async () => {
  const run = await start(() => created(), [{ state: 'sending' }, { state: 'sending' }]);
  const [closed, elsewhere] = run.ids as [string, string];
  run.locks.held.add(`droppoint.desk.parcel.${elsewhere}`);
  await markInterruptedUnknown(run.desk);
  expect([run.desk.find(closed)?.state, run.desk.find(elsewhere)?.state]).toEqual(['unknown', 'sending']);
});

it('Send queue: all parcels are sent once, in order, and counted', async () => {
  const run = await start((id) => created(id), DRAFTS.slice(0, 20));
  const queue = new SendQueue(run.desk, run.broker);
  await queue.run(run.ids);
  expect(run.idsSent()).toEqual(run.ids);
  expect([queue.done, queue.total, queue.failure, queue.running]).toEqual([20, 20, null, false]);
  expect(new Set(run.desk.parcels.map(({ state }) => state))).toEqual(new Set(['sent']));
});

it('Send queue: it waits out a rate limit and continues', async () => {
  const busy = new AppError('rate_limited', 'wait', { retryAfterMs: 1 });
  const answer = () => (run.request.mock.calls.length === 1 ? Promise.reject(busy) : created());
  const run = await start(answer, [{}, {}]);
  const queue = new SendQueue(run.desk, run.broker);
  await queue.run(run.ids);
  expect([queue.done, queue.failure, queue.waiting]).toEqual([2, null, false]);
});

it('Send queue: it stops at an error that all parcels would meet, and sends nothing offline', async () => {
  const ended = new AppError('session_ended', 'over');
  const run = await start(() => Promise.reject(ended), DRAFTS);
  const queue = new SendQueue(run.desk, run.broker);
  await queue.run(run.ids);
  expect(queue.failure).toBe(ended);
  expect(run.request.mock.calls.length).toBeLessThan(7);
  const calls = run.request.mock.calls.length;
  vi.stubGlobal('navigator', { onLine: false, locks: run.locks });
  vi.stubGlobal('location', { pathname: '/account' });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await queue.run(run.ids);
  expect(queue.failure).toMatchObject({ code: 'network' });
  expect(run.request).toHaveBeenCalledTimes(calls);
});

it('Send queue: stopping it leaves the remaining parcels unchanged', async () => {
  const run = await start(() => {
    queue.stop();
    return created();
  }, DRAFTS);
  const queue: SendQueue = new SendQueue(run.desk, run.broker);
  await queue.run(run.ids);
  const states = run.desk.parcels.map(({ state }) => state);
  expect(states.filter((state) => state === 'sent').length).toBe(run.request.mock.calls.length);
  expect(states).toContain('draft');
  expect(queue.failure).toBeNull();
});
