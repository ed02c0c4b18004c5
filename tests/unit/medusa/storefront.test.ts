import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  describePicker,
  readParcels,
  readPickupPoint,
  removePickupPoint,
  setPickupPoint,
  type Cart,
  type PickupSettings,
  type StoreSdk,
} from '../../../packages/medusa/src/storefront.mts';

const ORIGIN = 'https://points.example';
const filter = { rules: [] };
const SETTINGS: PickupSettings = {
  origin: ORIGIN,
  options: {
    near: { countries: ['PL', 'CZ', 'DE'], types: ['APM'], filter },
    all: { countries: [], types: [] },
  },
};
const optionOf = (id: string, provider_id = 'droppoint_droppoint') => ({
  id: `so_${id}`,
  provider_id,
  data: { id },
});
const HOME = { address_1: 'Rynek 1', postal_code: '31-042', city: 'Kraków', country_code: 'pl' };
const POINT = {
  id: 'PL_KRA1',
  name: 'Kiosk',
  lines: ['Kiosk', 'Długa 2'],
  latitude: 50.06,
  longitude: 19.94,
};
const methodOf = (point: object | null) => ({
  data: { droppoint: { option: 'near', point, problem: null } },
});
const CART: Cart = {
  id: 'cart_1',
  region: { countries: [{ iso_2: 'pl' }, { iso_2: 'cz' }] },
  shipping_address: HOME,
  billing_address: null,
  shipping_methods: [],
};
const COLLECTED: Cart = {
  ...CART,
  shipping_address: { address_1: 'Długa 2', city: 'Elsewhere', country_code: 'pl' },
  billing_address: HOME,
  shipping_methods: [{ data: {} }, methodOf(POINT)],
};
const WHERE = { 'postal-code': '31-042', city: 'Kraków', address: 'Rynek 1' };

describe('the picker’s settings for a cart', () => {
  const attributesOf = (cart: Cart, option = 'near') =>
    describePicker(SETTINGS, optionOf(option), cart)?.attributes;

  it('are the option’s conditions, within the countries of the cart’s region', () => {
    expect(describePicker(SETTINGS, optionOf('near'), CART)).toEqual({
      script: `${ORIGIN}/v1/droppoint.js`,
      attributes: { country: 'PL,CZ', 'point-type': 'APM', ...WHERE },
      filter,
    });
    expect(attributesOf(CART, 'all')).toEqual({ country: 'PL,CZ', ...WHERE });
  });

  it('offer every country of the option if nothing is known of the region, or nothing is in it', () => {
    expect(attributesOf({ ...CART, region: null })).toMatchObject({ country: 'PL,CZ,DE' });
    expect(attributesOf({ ...CART, region: null }, 'all')).toEqual(WHERE);
    const region = { countries: [{ iso_2: 'fr' }] };
    expect(attributesOf({ ...CART, region })).toMatchObject({ country: 'PL,CZ,DE' });
  });

  it.each([
    ['the delivery address before the choice', CART, WHERE],
    ['the billing address once the delivery address is the point’s', COLLECTED, WHERE],
    [
      'the delivery address if there is no other',
      { ...COLLECTED, billing_address: null },
      { city: 'Elsewhere' },
    ],
  ])('begin at %s', (_, cart, place) => {
    expect(attributesOf(cart)).toMatchObject(place);
  });

  it('begin nowhere if the address is in a country without points, or there is none', () => {
    const rest = { country: 'PL,CZ', 'point-type': 'APM' };
    expect(attributesOf({ ...CART, shipping_address: { ...HOME, country_code: 'fr' } })).toEqual(rest);
    expect(attributesOf({ ...CART, shipping_address: null })).toEqual(rest);
  });

  it('have the cart’s language and its point', () => {
    expect(attributesOf({ ...COLLECTED, locale: 'pl-PL' })).toMatchObject({
      language: 'pl-PL',
      value: 'PL_KRA1',
    });
  });

  it.each([
    ['of another provider', optionOf('near', 'manual_manual')],
    ['that the settings don’t name', optionOf('far')],
    ['named as a member of every object', optionOf('constructor')],
    ['without data', { id: 'so', provider_id: 'droppoint_droppoint', data: null }],
  ])('don’t exist for an option %s', (_, option) => {
    expect(describePicker(SETTINGS, option, CART)).toBeNull();
  });
});

describe('the point of a cart or an order', () => {
  it('is that of any of its shipping methods', () => {
    expect(readPickupPoint(COLLECTED)).toBe(POINT);
  });

  it.each([
    ['none is chosen yet', { shipping_methods: [methodOf(null)] }],
    ['it goes home', { shipping_methods: [{ data: null }, {}] }],
    ['its methods weren’t requested', {}],
  ])('is null if %s', (_, order) => {
    expect(readPickupPoint(order)).toBeNull();
  });
});

describe('parcels', () => {
  it('have a number, a page and a state, without those of cancelled fulfilments', () => {
    const data = { droppoint_number: '69 0' };
    expect(
      readParcels(SETTINGS, {
        fulfillments: [
          { data, canceled_at: '2026-11-27' },
          { data, shipped_at: '2026-11-27', delivered_at: null },
          { data: null },
        ],
      }),
    ).toEqual([{ number: '69 0', url: `${ORIGIN}/parcel#69%200`, isShipped: true, isDelivered: false }]);
    expect(readParcels(SETTINGS, {})).toEqual([]);
  });
});

describe('setting a point', () => {
  const requests: unknown[][] = [];
  let answer: () => unknown;
  /** As the SDK of 2.21: of a refusal, only its sentence and its status remain. */
  const sdk: StoreSdk = {
    client: {
      fetch: (...request) => {
        requests.push(request);
        return Promise.resolve().then(answer) as never;
      },
    },
  };
  const refuseWith = (status: number) => () => {
    throw Object.assign(new Error('It has closed.'), { status, statusText: '' });
  };
  const looked: URL[] = [];
  const lookUp = (body: unknown) =>
    vi.stubGlobal('fetch', (address: string) => {
      looked.push(new URL(address));
      return Promise.resolve(new Response(JSON.stringify(body)));
    });
  const set = (cart = CART, pointId = 'PL_KRA1') =>
    setPickupPoint(sdk, SETTINGS, { cart, option: optionOf('near'), pointId });

  beforeEach(() => {
    requests.length = looked.length = 0;
  });
  afterEach(() => void vi.unstubAllGlobals());

  it('is one request', async () => {
    answer = () => ({ cart: {}, point: POINT });
    expect(await set()).toEqual({ point: POINT, refused: null });
    const body = { option_id: 'so_near', point_id: 'PL_KRA1' };
    expect(requests).toEqual([['/store/carts/cart_1/pickup-point', { method: 'POST', body }]]);
  });

  it('explains a refusal with the nearest points, under the same conditions', async () => {
    answer = refuseWith(409);
    const near = { distanceMetres: 80, summary: { id: 'PL_KRA2', lines: ['Shop'], name: 'Shop' } };
    const errors = [{ code: 'gone', message: '' }];
    lookUp({ id: 'PL_KRA1', status: 'gone', isValid: false, errors, meant: 'PL_KRA2', alternatives: [near] });
    expect(await set(COLLECTED)).toEqual({
      point: null,
      refused: {
        ...{ code: 'gone', message: 'It has closed.', meant: 'PL_KRA2' },
        alternatives: [{ id: 'PL_KRA2', lines: ['Shop'], distanceMetres: 80 }],
      },
    });
    expect(looked.map(({ origin, pathname }) => origin + pathname)).toEqual([`${ORIGIN}/api/points/PL_KRA1`]);
    expect(Object.fromEntries(looked[0]!.searchParams)).toEqual({
      ...{ country: 'PL,CZ', type: 'APM', filter: JSON.stringify(filter) },
      ...{ latitude: '50.06', longitude: '19.94' },
    });
  });

  it('sends a position of the same point only', async () => {
    answer = refuseWith(409);
    lookUp({ status: 'mistyped', isValid: false, errors: [{ code: 'mistyped' }] });
    const { refused } = await set(COLLECTED, 'pl kra1');
    expect(refused).toMatchObject({ code: 'mistyped', alternatives: [] });
    expect(looked[0]!.searchParams.has('latitude')).toBe(false);
  });

  it.each([
    ['is away', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')))],
    ['answers with something else', () => lookUp('hello')],
    ['can’t tell now', () => lookUp({ status: 'unknown', isValid: true })],
  ])('is refused with the sentence alone if Droppoint %s', async (_, prepare) => {
    answer = refuseWith(409);
    prepare();
    expect((await set()).refused).toEqual({
      ...{ code: null, message: 'It has closed.', meant: null, alternatives: [] },
    });
  });

  it('throws what isn’t a refusal', async () => {
    answer = refuseWith(400);
    await expect(set()).rejects.toThrow('It has closed.');
    // Medusa also answers with 409 while another request changes the cart.
    answer = refuseWith(409);
    lookUp({ status: 'exists', isValid: true });
    await expect(set()).rejects.toThrow('It has closed.');
  });

  it('is undone by one request', async () => {
    answer = () => ({});
    await removePickupPoint(sdk, { id: 'a/b' });
    expect(requests).toEqual([['/store/carts/a%2Fb/pickup-point', { method: 'DELETE' }]]);
  });
});
