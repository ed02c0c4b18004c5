import { createHmac } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  Accounts,
  applyDefaults,
  applyEvent,
  BATCH_SIZE,
  createParcel,
  createReturnOnce,
  describeFailure,
  EarlyEvents,
  fetchParcels,
  identifyParcel,
  isAddressOf,
  isFilled,
  moveToCustomer,
  moveToPoint,
  nameLabel,
  ParcelRefusedError,
  Points,
  receiveEvent,
  recheckOrders,
  splitName,
  type Carrier,
  type CarrierOptions,
  type OpenParcel,
  type PickupPoint,
  type StoredReturn,
  type Waiting,
  type WaitingOrder,
} from '../../../packages/shop-engine/index.ts';
import { OpenParcels } from '../../../packages/shop-engine/open-parcel.ts';
import { AppError } from '#platform/errors.ts';
import { failureOf } from '../failure-of.ts';
import { FakeDroppoint, HOME, ParcelDesk } from './world.ts';

const pointOf = async (id: string): Promise<PickupPoint> =>
  (await new Points(new FakeDroppoint()).check(id, null, null, 'en')).point!;

describe('Verdict', () => {
  it('a point’s summary is what an order stores, and alternatives come without more', async () => {
    const droppoint = new FakeDroppoint();
    const points = new Points(droppoint);
    expect(await points.check('PL_A', null, null, 'de_AT')).toEqual({
      mayAccept: true,
      problem: null,
      message: '',
      point: {
        id: 'PL_A',
        name: 'Kiosk PL_A',
        lines: ['Kiosk PL_A', 'Sportowa 1', 'Warszawa'],
        latitude: 52,
        longitude: 21,
        company: 'Kiosk PL_A',
        streetLine1: 'Sportowa 1',
        streetLine2: 'PL_A',
        postalCode: '00-001',
        city: 'Warszawa',
        countryCode: 'PL',
      },
      alternatives: [],
      meant: null,
    });
    droppoint.closed.add('PL_A');
    expect(await points.check('PL_A', null, await pointOf('PL_A'), null)).toMatchObject({
      mayAccept: false,
      problem: 'gone',
      message: 'Not this one: gone.',
      alternatives: [{ id: 'PL_N', distanceMetres: 70, lines: expect.any(Array) as string[] }],
    });
    expect(droppoint.check.mock.calls.map(([, options]) => options)).toEqual([
      { language: 'de-AT' },
      { position: { latitude: 52, longitude: 21 }, language: 'en' },
    ]);
  });

  it.each(['', 'german', 'x', 'de;q=1', undefined])(
    'without a usable language (%s) the sentences are English',
    async (language) => {
      const droppoint = new FakeDroppoint();
      const needs = { countries: ['PL'], types: ['APM'], filter: { rules: [] } };
      await new Points(droppoint).check('PL_A', needs, null, language);
      const conditions = { country: ['PL'], type: ['APM'], filter: { rules: [] } };
      expect(droppoint.check.mock.calls[0]![1]).toEqual({ ...conditions, language: 'en' });
    },
  );

  it('a refused request is reported to the shop, and no parcel is sent', async () => {
    const report = vi.fn();
    const droppoint = new FakeDroppoint();
    droppoint.check.mockResolvedValue({ outcome: 'refused', mayAccept: false, message: '400: no' });
    expect(await new Points(droppoint, report).check('PL_A', null, null, 'en')).toMatchObject({
      mayAccept: false,
      problem: 'refused',
      message: 'This pick-up point can’t be used.',
      point: null,
    });
    expect(report).toHaveBeenCalledExactlyOnceWith('Droppoint refused to check a point: 400: no');
  });

  it('a point that Droppoint can’t tell about is accepted unchecked, with what is known of it', async () => {
    const droppoint = new FakeDroppoint();
    const point = {
      id: 'PL_A',
      isValid: true,
      status: 'unknown',
      errors: [],
      alternatives: [],
      checkedAt: null,
    };
    droppoint.check.mockResolvedValue({ outcome: 'checked', mayAccept: true, point } as never);
    expect(await new Points(droppoint).check('PL_A', null, null, 'en')).toMatchObject({
      mayAccept: true,
      problem: 'unchecked',
      point: {
        id: 'PL_A',
        name: 'PL_A',
        lines: ['PL_A'],
        countryCode: 'PL',
        streetLine1: '',
        latitude: null,
      },
    });
  });

  it.each([
    ['pl_A', 'mistyped'],
    ['PL_', 'mistyped'],
    [`PL_${'A'.repeat(61)}`, 'mistyped'],
    [' PL_A', 'mistyped'],
    ['PL_A ', 'mistyped'],
    ['DE_A', 'country'],
    [`PL_${'A'.repeat(60)}`, 'unchecked'],
  ])('while Droppoint is away, %s is %s', async (id, problem) => {
    const droppoint = new FakeDroppoint();
    droppoint.isAway = true;
    const verdict = await new Points(droppoint).check(id, { countries: ['PL'], types: [] }, null, 'en');
    expect(verdict).toMatchObject({ problem, mayAccept: problem === 'unchecked' });
  });

  it('while Droppoint is away, a method for all countries has none to refuse', async () => {
    const droppoint = new FakeDroppoint();
    droppoint.isAway = true;
    const points = new Points(droppoint);
    expect((await points.check('DE_A', { countries: [], types: [] }, null, 'en')).mayAccept).toBe(true);
    expect(await points.checkMany(['PL_A'])).toEqual([null]);
  });
});

describe('Addresses', () => {
  it('an address is a point’s if all of it is the same, in either case of the country', async () => {
    const point = await pointOf('PL_A');
    expect(isAddressOf({ ...point, countryCode: 'pl' }, point)).toBe(true);
    for (const name of ['company', 'streetLine1', 'streetLine2', 'postalCode', 'city', 'countryCode'])
      expect(isAddressOf({ ...point, [name]: 'X' }, point), name).toBe(false);
    expect(isAddressOf(null, point)).toBe(false);
    const plain = { ...point, streetLine2: '', postalCode: '' };
    expect(isAddressOf({ ...plain, streetLine2: undefined, postalCode: null }, plain)).toBe(true);
  });

  it('only the customer’s own, complete address becomes the billing address, and none is replaced', async () => {
    const [point, earlier] = [await pointOf('PL_A'), await pointOf('PL_B')];
    const storesOwn = (shipping: object | null, billing: object | null = null) =>
      moveToPoint({ shipping, billing }, point, earlier)?.storesOwn;
    expect(storesOwn(HOME)).toBe(true);
    expect(storesOwn(HOME, HOME)).toBe(false);
    expect(storesOwn(HOME, { countryCode: 'PL' })).toBe(true);
    expect(storesOwn(earlier)).toBe(false);
    expect(storesOwn({ countryCode: 'PL' })).toBe(false);
    expect(storesOwn(null)).toBe(false);
    expect(storesOwn(point)).toBeUndefined();
    expect(moveToPoint({ shipping: HOME, billing: null }, { ...point, streetLine1: '' }, null)).toBeNull();
    expect(isFilled({ streetLine1: 'Rynek 1' })).toBe(false);
  });

  it('an order moves back from its point only if the customer’s address is known', async () => {
    const point = await pointOf('PL_A');
    expect(moveToCustomer({ shipping: point, billing: HOME }, point)).toEqual({ to: 'customer' });
    expect(moveToCustomer({ shipping: point, billing: null }, point)).toBeNull();
    expect(moveToCustomer({ shipping: HOME, billing: HOME }, point)).toBeNull();
  });
});

describe('Options of a plugin', () => {
  it('they have defaults, and an origin that is one', () => {
    const options = {
      origin: 'https://points.example/any',
      channels: { 1: { organizationId: 'b' } },
      own: 1,
    };
    expect(applyDefaults(options)).toEqual({
      ...{ origin: 'https://points.example', channels: { 1: { organizationId: 'b' } }, own: 1 },
      ...{ labelFormat: 'pdf-a6', webhookKeys: [] },
    });
    expect(() => applyDefaults({ origin: 'points.example' })).toThrow(TypeError);
  });
});

describe('Parcel', () => {
  it('its id depends on order, point, pieces and earlier parcels, but not on the order of lines', async () => {
    const pieces = [
      { lineId: 1, quantity: 2 },
      { lineId: 2, quantity: 1 },
    ];
    const id = await identifyParcel('K1', 'PL_A', pieces);
    expect(await identifyParcel('K1', 'PL_A', pieces.toReversed())).toBe(id);
    const others = [
      identifyParcel('K2', 'PL_A', pieces),
      identifyParcel('K1', 'PL_B', pieces),
      identifyParcel('K1', 'PL_A', pieces.slice(1)),
      identifyParcel('K1', 'PL_A', pieces, [{ deduplicationId: id, isCancelled: false, state: null }]),
    ];
    expect(new Set([id, ...(await Promise.all(others))]).size).toBe(5);
    for (const [isCancelled, state, isSame] of [
      [true, null, true],
      [true, 'registered', true],
      [true, 'cancelled', false],
      [false, 'registered', false],
    ] as const)
      expect(
        (await identifyParcel('K1', 'PL_A', pieces, [{ deduplicationId: id, isCancelled, state }])) === id,
      ).toBe(isSame);
    await expect(identifyParcel('K1', 'PL_A', [])).rejects.toThrow('It was not sent: a parcel needs pieces.');
  });

  const send = async (changes: object, desk = new ParcelDesk()) => {
    const recipient = { firstName: 'Oskar', lastName: 'Lis', email: 'o@mail.example', phone: '+48500000202' };
    const order = {
      number: 'K1',
      point: await pointOf('PL_A'),
      recipient,
      kilograms: 2,
      pieces: [{ lineId: 1, quantity: 1 }],
    };
    return createParcel({ ...order, ...changes }, desk.carrier, desk.points);
  };

  it('without its label it is created, and the reason is said', async () => {
    expect(await send({})).toEqual({
      trackingNumber: '0',
      deduplicationId: expect.any(String) as string,
      label: null,
      labelProblem: 'not yet',
    });
  });

  it('an engine that fetches labels itself gets none', async () => {
    const { carrier, points } = new ParcelDesk();
    const fetchLabel = vi.spyOn(carrier.platform.shipments, 'label');
    const order = {
      number: 'K1',
      point: await pointOf('PL_A'),
      kilograms: 1,
      pieces: [{ lineId: 1, quantity: 1 }],
    };
    const recipient = { firstName: 'Oskar', lastName: 'Lis', email: 'o@mail.example', phone: '+48500000202' };
    expect(await createParcel({ ...order, recipient }, carrier, points, null)).toMatchObject({
      ...{ trackingNumber: '0', label: null, labelProblem: null },
    });
    expect(fetchLabel).not.toHaveBeenCalled();
  });

  it('nobody can guess the name of a label’s file, which has the ending of its type', () => {
    const labelOf = (type: string) => ({ type, bytes: new Uint8Array() });
    expect(nameLabel(labelOf('application/pdf'))).toMatch(/^[\da-f-]{36}\.pdf$/);
    const names = [1, 2].map(() => nameLabel(labelOf('text/zpl')));
    expect(names[0]).toMatch(/^[\da-f-]{36}\.txt$/);
    expect(names[0]).not.toBe(names[1]);
  });

  it('a refusal is a sentence for the staff, with the verdict if it is the point’s', async () => {
    expect(await failureOf(send({ point: null }))).toMatchObject({
      name: 'ParcelRefusedError',
      message: 'The order has no pick-up point. Choose one first.',
      verdict: null,
    });
    expect(await failureOf(send({ point: { id: 'PL_GONE' } }))).toMatchObject({
      message: 'No parcel can be sent to PL_GONE: Not this one: mistyped.',
      verdict: { problem: 'mistyped' },
    });
    const desk = new ParcelDesk();
    await send({}, desk);
    const refused = await failureOf(send({ kilograms: 3 }, desk));
    expect(refused).toBeInstanceOf(ParcelRefusedError);
    expect(refused).toMatchObject({ message: 'another body', verdict: null, cause: { code: 'rejected' } });
  });

  it('one that doesn’t exist after a lost answer is refused with the verdict of its point', async () => {
    const desk = new ParcelDesk();
    desk.isAnswerLost = true;
    await failureOf(send({}, desk));
    desk.droppoint.closed.add('PL_A');
    desk.isAnswerLost = false;
    const create = vi.spyOn(desk.carrier.platform.shipments, 'create');
    // The carrier is asked for a parcel that may exist, and Droppoint only if the carrier refuses it.
    create.mockRejectedValueOnce(new AppError('unavailable', 'later'));
    expect(await failureOf(send({}, desk))).toMatchObject({ message: 'later' });
    create.mockRejectedValueOnce(new AppError('rejected', 'no such point'));
    expect(await failureOf(send({}, desk))).toMatchObject({
      message: 'No parcel can be sent to PL_A: Not this one: gone.',
      verdict: { problem: 'gone' },
    });
    // Now the order may move.
    expect(await desk.carrier.open.of('K1').find()).toBeNull();
    expect(await send({ point: await pointOf('PL_B') }, desk)).toMatchObject({ trackingNumber: '1' });
  });

  it('after a lost answer the same body is repeated, even if the order has changed since', async () => {
    const desk = new ParcelDesk();
    desk.isAnswerLost = true;
    await failureOf(send({}, desk));
    desk.isAnswerLost = false;
    expect(await send({ kilograms: 3 }, desk)).toMatchObject({ trackingNumber: '0' });
    expect(desk.count).toBe(1);
  });

  it('another one waits until it is known whether the carrier has the first', async () => {
    const desk = new ParcelDesk();
    const others = { pieces: [{ lineId: 2, quantity: 1 }] };
    desk.isAnswerLost = true;
    await failureOf(send({}, desk));
    expect(await failureOf(send(others, desk))).toMatchObject({
      cause: { deduplicationId: expect.any(String) as string },
    });
    desk.isAnswerLost = false;
    expect(await failureOf(send(others, desk))).toMatchObject({
      message:
        'The carrier already has parcel 0 of this order, whose answer was lost. Send the same items to PL_A: they are in it.',
    });
    expect(desk.count).toBe(1);
    const create = vi.spyOn(desk.carrier.platform.shipments, 'create');
    create.mockRejectedValueOnce(new AppError('rejected', 'no such parcel'));
    expect(await send(others, desk)).toMatchObject({ trackingNumber: '1' });
  });

  it('open ones don’t fill the memory', async () => {
    const open = new OpenParcels();
    const parcel = { deduplicationId: '1', pointId: 'PL_A' } as OpenParcel;
    for (let at = 0; at <= 1_000; at++) await open.of(String(at)).store(parcel);
    const found = await Promise.all(['0', '1', '1000'].map((number) => open.of(number).find()));
    expect(found).toEqual([null, parcel, parcel]);
  });

  it('a name is split, and what it lacks is the customer’s', () => {
    expect(splitName(' Oskar  van Lis ')).toEqual({ firstName: 'Oskar van', lastName: 'Lis' });
    expect(splitName('Lis')).toEqual({ firstName: 'Lis', lastName: 'Lis' });
    expect(splitName('Lis', { firstName: 'Oskar' })).toEqual({ firstName: 'Oskar', lastName: 'Lis' });
    expect(splitName(null, { firstName: 'Ada', lastName: 'van Dijk' })).toEqual({
      firstName: 'Ada',
      lastName: 'van Dijk',
    });
    expect(splitName(undefined)).toEqual({ firstName: '', lastName: '' });
  });
});

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
});

describe('Nightly check', () => {
  interface Order extends WaitingOrder {
    at: number;
  }

  async function recheck(orders: readonly Order[], droppoint: FakeDroppoint) {
    const stored: (string | null)[] = [];
    const closed: number[] = [];
    const marked: number[] = [];
    const waiting: Waiting<Order> = {
      read: (after) => {
        const from = after === null ? 0 : after.at + 1;
        return Promise.resolve(orders.slice(from, from + BATCH_SIZE));
      },
      markChecked: (checked) => Promise.resolve(marked.push(...checked.map(({ at }) => at))),
      store: (_, { problem }) => Promise.resolve(stored.push(problem)),
      reportClosed: ({ at }) => Promise.resolve(closed.push(at)),
      languageOf: () => Promise.resolve('pl'),
    };
    const result = await recheckOrders(waiting, new Points(droppoint));
    return { result, stored, closed, marked };
  }

  const makeOrders = async (count: number, problem: string | null = null): Promise<Order[]> => {
    const point = await pointOf('PL_A');
    return Array.from({ length: count }, (_, at) => ({ at, point, problem }));
  };

  it('it takes a request for a thousand orders, and none more if nothing has changed', async () => {
    const droppoint = new FakeDroppoint();
    const { result, stored } = await recheck(await makeOrders(1_001), droppoint);
    expect(result).toEqual({ checked: 1_001, marked: 0, unchecked: 0 });
    expect([droppoint.checkMany.mock.calls.length, droppoint.check.mock.calls.length]).toEqual([2, 0]);
    expect(stored).toEqual([]);
  });

  it('a point that has closed is reported once, with the nearest others in the order’s language', async () => {
    const droppoint = new FakeDroppoint();
    droppoint.closed.add('PL_A');
    const [order] = await makeOrders(1);
    const first = await recheck([order!], droppoint);
    expect(first).toMatchObject({ stored: ['gone'], closed: [0], marked: [0], result: { marked: 1 } });
    expect(droppoint.check.mock.calls[0]![1]).toMatchObject({ language: 'pl', position: { latitude: 52 } });
    const next = await recheck([{ ...order!, problem: 'gone' }], droppoint);
    expect(next).toMatchObject({ stored: [], closed: [], result: { checked: 1, marked: 1 } });
  });

  it('the mark of a point that is open again is removed', async () => {
    const { stored, closed, result } = await recheck(await makeOrders(1, 'gone'), new FakeDroppoint());
    expect([stored, closed, result.marked]).toEqual([[null], [], 0]);
  });

  it('while Droppoint is away, orders stay as they are, and are counted', async () => {
    const droppoint = new FakeDroppoint();
    droppoint.isAway = true;
    const { result, marked, stored } = await recheck(await makeOrders(2, 'gone'), droppoint);
    expect([result, marked, stored]).toEqual([{ checked: 0, marked: 0, unchecked: 2 }, [], []]);
  });
});

describe('Return', () => {
  const SENDER = { firstName: 'Oskar', lastName: 'Lis', email: 'o@mail.example', phone: '+48500000202' };

  /** A store of one order's return, and a carrier whose answers a test gives. */
  function open(...answers: (object | Error)[]) {
    let stored: StoredReturn = null;
    const create = vi.fn(() => {
      const answer = answers.shift()!;
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ data: answer });
    });
    const carrier = { organizationId: 'shop', platform: { returns: { create } } } as unknown as Carrier;
    const store = {
      find: () => Promise.resolve(stored),
      claim: () => {
        const isFree = stored === null;
        stored ??= 'open';
        return Promise.resolve(isFree);
      },
      store: (created: StoredReturn) => Promise.resolve((stored = created)),
    };
    const click = (waitMs?: number) => createReturnOnce('K1', SENDER, carrier, store, waitMs);
    return { click, create, store };
  }
  const MADE = { parcels: [{ trackingNumber: '7', dropOffCode: '012' }] };
  const RETURN = { trackingNumber: '7', dropOffCode: '012' };

  it('two clicks create one, and later ones get the same', async () => {
    const { click, create } = open(MADE);
    expect(await Promise.all([click(), click()])).toEqual([RETURN, RETURN]);
    expect(await click()).toEqual(RETURN);
    const id = expect.any(String) as string;
    const body = { sender: SENDER, references: { orderNumber: 'K1' } };
    expect(create).toHaveBeenCalledExactlyOnceWith('shop', body, { deduplicationId: id });
  });

  it('after a failure or a lost answer, the next click repeats the call with the same id', async () => {
    const { click, create, store } = open(new AppError('network', 'lost'), MADE);
    await expect(click()).rejects.toThrow('lost');
    // So that the next click doesn't wait.
    expect(await store.find()).toBeNull();
    expect(await click()).toEqual(RETURN);
    const ids = (create.mock.calls as unknown[][]).map(([, , options]) => options);
    expect(ids[0]).toEqual(ids[1]);
  });

  it('a claim whose program has ended is taken over after a while', async () => {
    const { click, store } = open({ parcels: [] });
    await store.claim();
    expect(await click(0)).toEqual({ trackingNumber: '', dropOffCode: '' });
  });
});

describe('Accounts', () => {
  const SHOP: CarrierOptions = {
    ...{ baseUrl: 'https://api.example', authUrl: 'https://auth.example', clientId: 'a', clientSecret: 'b' },
    organizationId: 'shop',
    sender: { firstName: 'Ida', lastName: 'Brzoza', email: 'i@fern.example', phone: '+48500000101' },
    warehouse: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
  };

  it('a channel has its own settings, and the shop’s for the rest', () => {
    const accounts = new Accounts(SHOP, { cz: { organizationId: 'cz-shop' } });
    expect(accounts.of('cz')).toMatchObject({ ...SHOP, organizationId: 'cz-shop' });
    for (const channel of ['pl', '', null, undefined]) expect(accounts.of(channel)).toMatchObject(SHOP);
    expect(accounts.of('cz').platform).not.toBe(accounts.of('pl').platform);
  });

  it('without an account nothing is sent, and staff is told which setting is missing', () => {
    const accounts = new Accounts(undefined, { cz: { organizationId: 'cz-shop' } });
    expect(() => accounts.of('cz')).toThrow('There is no `carrier` setting, so no parcels can be sent.');
  });
});

describe('Parcel for the staff', () => {
  it('each number has its events, oldest first, and the places that are known', async () => {
    const event = (eventCode: string, hour: number, location: object | null) => ({
      ...{ eventCode, location, eventId: null },
      eventTimestamp: `2026-11-20T0${hour}:00:00Z`,
    });
    const found = [
      {
        trackingNumber: '2',
        events: [
          event('LMD.1005', 9, { name: 'Kiosk', street: null, city: 'Testowo', pointId: 'PL_A' }),
          event('CRE.1001', 7, {}),
        ],
      },
    ];
    const get = async function* () {
      yield* await Promise.resolve(found);
    };
    const carrier = { platform: { tracking: { get } } } as unknown as Carrier;
    expect(await fetchParcels(carrier, ['1', '2'])).toEqual([
      { trackingNumber: '1', state: null, events: [] },
      {
        trackingNumber: '2',
        state: 'ready',
        events: [
          { code: 'CRE.1001', time: new Date('2026-11-20T07:00:00Z'), place: null },
          { code: 'LMD.1005', time: new Date('2026-11-20T09:00:00Z'), place: 'Kiosk, Testowo, PL_A' },
        ],
      },
    ]);
  });

  it('the carrier’s failure is described, and another error isn’t the carrier’s', () => {
    const fields = [{ path: 'sender.phone', codes: ['required'] }];
    const error = new AppError('rejected', 'no', { fields, requestId: 'r1' });
    expect(describeFailure(error)).toEqual({
      code: 'rejected',
      message: 'The carrier refuses sender.phone: required. (Request r1)',
      fields: ['sender.phone: required'],
      requestId: 'r1',
    });
    expect(describeFailure(new Error('ours'))).toBeNull();
  });
});
