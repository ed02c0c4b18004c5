import { describe, expect, it, vi } from 'vitest';
import {
  Accounts,
  applyDefaults,
  BATCH_SIZE,
  describeFailure,
  fetchParcels,
  isAddressOf,
  isFilled,
  isSameCountry,
  moveToCustomer,
  moveToPoint,
  Points,
  recheckOrders,
  type Carrier,
  type CarrierOptions,
  type Waiting,
  type WaitingOrder,
} from '../../../packages/shop-engine/index.ts';
import { AppError } from '#platform/errors.ts';
import { FakeDroppoint, HOME, pointOf } from './world.ts';

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

  it('an address without a country has the same one only as another without', () => {
    expect(isSameCountry(HOME, { countryCode: 'pl' })).toBe(true);
    expect(isSameCountry(null, null)).toBe(true);
    expect(isSameCountry({}, { countryCode: null })).toBe(true);
    expect(isSameCountry(HOME, null)).toBe(false);
    expect(isSameCountry(null, HOME)).toBe(false);
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

describe('Nightly check', () => {
  interface Order extends WaitingOrder {
    at: number;
  }

  async function recheck(orders: readonly Order[], droppoint: FakeDroppoint) {
    const stored: (string | null)[] = [];
    const closed: number[] = [];
    const marked: number[] = [];
    const markChecked = vi.fn<Waiting<Order>['markChecked']>((checked) =>
      Promise.resolve(marked.push(...checked.map(({ at }) => at))),
    );
    const waiting: Waiting<Order> = {
      read: (after) => {
        const from = after === null ? 0 : after.at + 1;
        return Promise.resolve(orders.slice(from, from + BATCH_SIZE));
      },
      markChecked,
      store: (_, { problem }) => Promise.resolve(stored.push(problem)),
      reportClosed: ({ at }) => Promise.resolve(closed.push(at)),
      languageOf: () => Promise.resolve('pl'),
    };
    const result = await recheckOrders(waiting, new Points(droppoint));
    return { result, stored, closed, marked, markChecked };
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
    const { result, markChecked, stored } = await recheck(await makeOrders(2, 'gone'), droppoint);
    expect([result, stored]).toEqual([{ checked: 0, marked: 0, unchecked: 2 }, []]);
    expect(markChecked).not.toHaveBeenCalled();
  });

  it('an order whose point Droppoint can’t tell about stays as it is, and the others are checked', async () => {
    const droppoint = new FakeDroppoint();
    const unknown = { id: 'PL_A', isValid: true, status: 'unknown', errors: [], checkedAt: null };
    const [open] = await droppoint.checkMany(['PL_A']);
    droppoint.checkMany.mockResolvedValueOnce([
      { outcome: 'checked', mayAccept: true, point: unknown } as never,
      open!,
    ]);
    const { result, marked, stored } = await recheck(await makeOrders(2), droppoint);
    expect([result, marked, stored]).toEqual([{ checked: 1, marked: 0, unchecked: 1 }, [1], []]);
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
          event('LMD.1005', 9, { name: 'Kiosk', street: 'Rynek 1', city: 'Testowo', pointId: 'PL_A' }),
          event('MMD.1001', 8, { name: 'Sorting', street: null, city: 'Testowo' }),
          event('CRE.1002', 7, null),
          event('CRE.1001', 6, {}),
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
          { code: 'CRE.1001', time: new Date('2026-11-20T06:00:00Z'), place: null },
          { code: 'CRE.1002', time: new Date('2026-11-20T07:00:00Z'), place: null },
          { code: 'MMD.1001', time: new Date('2026-11-20T08:00:00Z'), place: 'Sorting, Testowo' },
          {
            code: 'LMD.1005',
            time: new Date('2026-11-20T09:00:00Z'),
            place: 'Kiosk, Rynek 1, Testowo, PL_A',
          },
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
