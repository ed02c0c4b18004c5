import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { applyEvent, EarlyEvents, receiveEvent } from '../../../packages/shop-engine/index.ts';
import type { ParcelState } from '#platform/parcel-state.ts';
import { failureOf } from '../failure-of.ts';

describe('Pushed events', () => {
  const eventOf = (trackingNumber: string, hour: number, eventId = `${hour}`) => ({
    ...{ trackingNumber, eventId, eventCode: 'MMD.1001' },
    timestamp: `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`,
  });

  it('early ones are stored once, and taken in their order, once', () => {
    const early = new EarlyEvents();
    for (const hour of [9, 8, 9]) early.store(eventOf('1', hour));
    expect(early.take('1').map(({ eventId }) => eventId)).toEqual(['8', '9']);
    expect(early.take('1')).toEqual([]);
  });

  it('an event of a known parcel is applied at once, and its failure is the pushed request’s own', async () => {
    const early = new EarlyEvents();
    const apply = vi.fn().mockRejectedValueOnce(new Error('busy')).mockResolvedValue(undefined);
    const parcels = { find: () => Promise.resolve('parcel'), apply };
    // Of two requests at once, each answers for its own event: a failed one is pushed again.
    const answers = await Promise.allSettled(
      [8, 9].map((hour) => early.receive(eventOf('1', hour), parcels)),
    );
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(apply).toHaveBeenLastCalledWith('parcel', eventOf('1', 9));
    expect(early.take('1')).toEqual([]);
  });

  it('events of an unknown parcel wait until it is stored, even if that happens while one arrives', async () => {
    const early = new EarlyEvents();
    const apply = vi.fn().mockResolvedValue(undefined);
    const find = vi.fn<() => Promise<string | null>>().mockResolvedValue(null);
    await early.receive(eventOf('1', 9), { find, apply });
    expect(apply).not.toHaveBeenCalled();
    find.mockResolvedValueOnce(null).mockResolvedValueOnce('parcel');
    await early.receive(eventOf('1', 8), { find, apply });
    expect(apply.mock.calls.map(([, event]) => (event as { eventId: string }).eventId)).toEqual(['8', '9']);
    await early.adopt('1', { find: () => Promise.resolve('parcel'), apply });
    expect(apply).toHaveBeenCalledTimes(2);
  });

  it('no number of them fills the memory', () => {
    const early = new EarlyEvents();
    for (let at = 0; at < 501; at++) early.store(eventOf(String(at), 8));
    for (let at = 0; at < 201; at++) early.store(eventOf('500', 9, `more ${at}`));
    expect([early.take('0').length, early.take('1').length, early.take('500').length]).toEqual([0, 1, 200]);
  });

  it('a time that isn’t one changes nothing, and the first event does, whatever its time', () => {
    const nothing = { state: null, at: null };
    expect(applyEvent(nothing, { eventCode: 'LMD.1005', timestamp: 'yesterday' })).toBeNull();
    const change = applyEvent(nothing, { eventCode: 'LMD.1005', timestamp: '1970-01-01T00:00:00Z' });
    expect(change).toEqual({ state: 'ready', at: new Date(0), isNewState: true, becomes: 'shipped' });
  });

  it('a note or an unknown code changes nothing, whatever is known', () => {
    const timestamp = '2026-11-20T08:00:00Z';
    for (const eventCode of ['INF.1001', 'NEW.1001'])
      for (const state of [null, 'ready'] as const)
        expect(applyEvent({ state, at: null }, { eventCode, timestamp })).toBeNull();
  });

  it('of two events with the same time, the one that is further along counts, whichever comes first', () => {
    const [timestamp, at] = ['2026-11-20T12:00:00Z', new Date('2026-11-20T12:00:00Z')];
    const changeOf = (state: ParcelState | null, eventCode: string) =>
      applyEvent({ state, at }, { eventCode, timestamp })?.state ?? null;
    expect(changeOf('ready', 'EOL.1001')).toBe('delivered');
    expect(changeOf('delivered', 'LMD.1005')).toBeNull();
    expect(changeOf('ready', 'LMD.1005')).toBeNull();
    expect(changeOf(null, 'LMD.1005')).toBe('ready');
  });

  it('an earlier event changes nothing, even if it is further along', () => {
    const known = { state: 'on_its_way', at: new Date('2026-11-20T12:00:00Z') } as const;
    const late = { eventCode: 'EOL.1001', timestamp: '2026-11-20T11:59:59Z' };
    expect(applyEvent(known, late)).toBeNull();
  });

  it('a later event with the same state has its time stored, and no customer hears of it again', () => {
    const known = { state: 'on_its_way', at: new Date('2026-11-20T08:00:00Z') } as const;
    const change = applyEvent(known, { eventCode: 'MMD.1002', timestamp: '2026-11-20T09:00:00Z' });
    expect(change).toMatchObject({ at: new Date('2026-11-20T09:00:00Z'), isNewState: false });
  });

  it.each([
    ['CRE.1001', 'registered', null],
    ['MMD.1001', 'on_its_way', 'shipped'],
    ['LMD.1005', 'ready', 'shipped'],
    ['RTS.1001', 'returning', 'shipped'],
    ['RTS.1002', 'returned', 'shipped'],
    ['EOL.1001', 'delivered', 'delivered'],
    ['CC.003', 'problem', null],
    ['EOL.9004', 'cancelled', null],
  ])('after %s, a parcel is %s and its fulfilment %s', (eventCode, state, becomes) => {
    const change = applyEvent({ state: null, at: null }, { eventCode, timestamp: '2026-11-20T08:00:00Z' });
    expect(change).toMatchObject({ state, becomes });
  });

  const BODY = JSON.stringify(eventOf('1', 8));
  const signed = (body: string, secret = 's') => ({
    headers: { 'x-carrier-signature': createHmac('sha256', secret).update(body).digest('base64') },
    body: new TextEncoder().encode(body),
  });

  it.each([
    ['a signed event', signed(BODY), [{ secret: 's' }], 200, undefined],
    ['without keys', signed(BODY), [], 401, 'No webhook key is set, so events aren’t accepted.'],
    [
      'another’s signature',
      signed(BODY, 't'),
      [{ secret: 's' }],
      401,
      'None of the keys signed this request.',
    ],
    ['no event', signed('{}'), [{ secret: 's' }], 400, 'The request is not an event.'],
    [
      'a body that was parsed',
      { headers: {}, body: {} },
      [{ secret: 's' }],
      500,
      'Events can’t be read right now.',
    ],
  ])('%s is answered with its status', async (_, request, keys, status, message) => {
    const received = await receiveEvent(request, keys);
    expect(received.status).toBe(status);
    if (received.event === null) {
      expect(received.message).toBe(message);
      expect(received.problem).toMatch(new RegExp(`^Answered an event with ${status}: .{20}`));
    } else expect(received.event).toMatchObject(eventOf('1', 8));
  });

  it('the log names the keys that can’t be used', async () => {
    const received = await receiveEvent(signed(BODY, 't'), [{ secret: 's' }, { secret: '' }]);
    expect(received).toMatchObject({
      message: 'None of the keys signed this request.',
      problem:
        'Answered an event with 401: None of the keys signed this request. keys.1.secret is empty: set its environment variable',
    });
  });

  it('an error of the shop’s own server is thrown as it is', async () => {
    const error = new Error('The parser has failed.');
    const request = {
      headers: {},
      get body(): unknown {
        throw error;
      },
    };
    expect(await failureOf(receiveEvent(request, [{ secret: 's' }]))).toBe(error);
  });
});
