/**
 * The storefront's side of the plugin, `@droppoint/medusa/storefront`: its store routes by Medusa's JS SDK,
 * and the settings of `<droppoint-picker>` for a cart. For browsers and servers; it imports nothing.
 */

/** Medusa's JS SDK, as far as this module uses it. */
export interface StoreSdk {
  client: {
    fetch<Answer>(path: string, init?: { method?: string; body?: Record<string, unknown> }): Promise<Answer>;
  };
}

/** Conditions of a shipping option on its points. */
export interface PickupNeeds {
  /** ISO 3166-1 alpha-2; empty for all. */
  countries: readonly string[];
  /** As the platform names them; empty for all. */
  types: readonly string[];
  /** The picker's property `filter`. */
  filter?: object;
}

/** Where Droppoint is, and the conditions of each shipping option that needs a point, by its `data.id`. */
export interface PickupSettings {
  origin: string;
  options: Readonly<Record<string, PickupNeeds>>;
}

/** The chosen point, as the cart and then the order store it. */
export interface PickupPoint {
  id: string;
  name: string;
  /** Lines to print; only the id if the point couldn't be looked up yet. */
  lines: string[];
  /** Degrees; null if they aren't known. */
  latitude: number | null;
  longitude: number | null;
}

export interface RefusedPoint {
  /** `gone`, `mistyped`, `country` and so on; null if Droppoint didn't answer. */
  code: string | null;
  /** A sentence for the shopper. */
  message: string;
  /** The id that was probably intended. */
  meant: string | null;
  /** The nearest open points, nearest first. */
  alternatives: { id: string; lines: string[]; distanceMetres: number }[];
}

interface Address {
  address_1?: string | null;
  postal_code?: string | null;
  city?: string | null;
  country_code?: string | null;
}

interface Delivered {
  shipping_methods?: readonly { data?: Record<string, unknown> | null }[] | null;
}

/** A shipping option of `sdk.store.fulfillment.listCartOptions`. */
export interface Option {
  id: string;
  provider_id: string;
  data?: Record<string, unknown> | null;
}

/** A cart, requested with `PICKUP_FIELDS`. */
export interface Cart extends Delivered {
  id: string;
  locale?: string | null;
  region?: { countries?: readonly { iso_2?: string | null }[] | null } | null;
  shipping_address?: Address | null;
  billing_address?: Address | null;
}

/** An order, requested with `PARCEL_FIELDS`. */
export interface Order {
  fulfillments?:
    | readonly {
        data?: Record<string, unknown> | null;
        shipped_at?: unknown;
        delivered_at?: unknown;
        canceled_at?: unknown;
      }[]
    | null;
}

export interface Parcel {
  number: string;
  /** Droppoint's page about it, for the customer. */
  url: string;
  isShipped: boolean;
  isDelivered: boolean;
}

/** Settings of a `<droppoint-picker>`. */
export interface PickerSettings {
  /** Address of the element's script. */
  script: string;
  /** Its attributes: the points on offer, where the map begins, the language, the chosen point. */
  attributes: Record<string, string>;
  /** Its property `filter`; null if the option has none. */
  filter: object | null;
}

/** `fields` of a cart beyond Medusa's default ones, among which there is no point. */
export const PICKUP_FIELDS = '+shipping_methods.data';

/** `fields` of an order beyond Medusa's default ones. */
export const PARCEL_FIELDS = '+fulfillment_status,*fulfillments';

/** The plugin's provider in Medusa. */
const PROVIDER_ID = 'droppoint_droppoint';
const ANSWER_WITHIN_MS = 3_000;

export const fetchPickupSettings = (sdk: StoreSdk): Promise<PickupSettings> =>
  sdk.client.fetch<PickupSettings>('/store/droppoint');

/** The point of a cart or an order; null if none is chosen. */
export function readPickupPoint({ shipping_methods: methods }: Delivered): PickupPoint | null {
  for (const method of methods ?? []) {
    const stored = method.data?.['droppoint'] as { point?: PickupPoint | null } | undefined;
    if (stored?.point) return stored.point;
  }
  return null;
}

/**
 * The picker's settings for a cart. It offers points in countries of the cart's region alone, because Medusa
 * refuses other addresses, and begins at the customer's address.
 * @returns null if the option needs no point
 */
export function describePicker(settings: PickupSettings, option: Option, cart: Cart): PickerSettings | null {
  const needs = findNeeds(settings, option, cart);
  if (needs === null) return null;
  const { countries, types, filter = null } = needs;
  const point = readPickupPoint(cart);
  // The delivery address is the point's then.
  const own = (point && cart.billing_address) || cart.shipping_address;
  const isInReach = countries.length === 0 || countries.includes(own?.country_code?.toUpperCase() ?? '');
  const all = {
    value: point?.id,
    country: countries.join(),
    'point-type': types.join(),
    ...(isInReach && { 'postal-code': own?.postal_code, city: own?.city, address: own?.address_1 }),
    language: cart.locale,
  };
  const attributes: Record<string, string> = {};
  for (const [name, value] of Object.entries(all)) if (value) attributes[name] = value;
  return { script: `${settings.origin}/v1/droppoint.js`, attributes, filter };
}

/**
 * Stores a point in a cart: it becomes the delivery address, and the customer's own the billing address. Call
 * it when a point is chosen, and again with the point that the page shows when the shopper pays: it may have
 * closed, and another tab or an address form may have changed the cart.
 * @param option the shipping option, which needs a point
 * @returns `refused` if the point can't be used: nothing was changed
 * @throws FetchError of the SDK for other failures
 */
export async function setPickupPoint(
  sdk: StoreSdk,
  settings: PickupSettings,
  { cart, option, pointId }: { cart: Cart; option: Option; pointId: string },
): Promise<{ point: PickupPoint; refused: null } | { point: null; refused: RefusedPoint }> {
  try {
    const body = { option_id: option.id, point_id: pointId };
    const { point } = await sdk.client.fetch<{ point: PickupPoint }>(pathOf(cart), { method: 'POST', body });
    return { point, refused: null };
  } catch (error) {
    const { status, message } = error as Error & { status?: number };
    const refused = status === 409 ? await explainRefusal(settings, { cart, option, pointId }) : null;
    if (refused === null) throw error;
    return { point: null, refused: { ...refused, message } };
  }
}

/**
 * Removes the point and its shipping method from a cart, which then has the customer's address again: before
 * another shipping method is added.
 */
export async function removePickupPoint(sdk: StoreSdk, cart: { id: string }): Promise<void> {
  await sdk.client.fetch(pathOf(cart), { method: 'DELETE' });
}

/** The parcels of an order to a point, oldest first. */
export function readParcels({ origin }: PickupSettings, { fulfillments }: Order): Parcel[] {
  return (fulfillments ?? []).flatMap(({ data, shipped_at, delivered_at, canceled_at }) => {
    const number = data?.['droppoint_number'];
    if (typeof number !== 'string' || canceled_at) return [];
    const url = `${origin}/parcel#${encodeURIComponent(number)}`;
    return [{ number, url, isShipped: Boolean(shipped_at), isDelivered: Boolean(delivered_at) }];
  });
}

const pathOf = ({ id }: { id: string }) => `/store/carts/${encodeURIComponent(id)}/pickup-point`;

/** The conditions of an option on a point for this cart; null if it needs none. */
function findNeeds(
  { options }: PickupSettings,
  { provider_id: provider, data }: Option,
  cart: Cart,
): PickupNeeds | null {
  const id = String(data?.['id']);
  if (provider !== PROVIDER_ID || !Object.hasOwn(options, id)) return null;
  const needs = options[id]!;
  const region = (cart.region?.countries ?? []).flatMap(({ iso_2: code }) => code?.toUpperCase() ?? []);
  const both = needs.countries.filter((code) => region.includes(code));
  if (needs.countries.length === 0) return { ...needs, countries: region };
  return both.length > 0 ? { ...needs, countries: both } : needs;
}

/** The parts of Droppoint's answer about a point that are read here. */
interface Validity {
  status: string;
  isValid: boolean;
  errors?: { code: string }[];
  meant?: string;
  alternatives?: { distanceMetres: number; summary: { id: string; lines: string[] } }[];
}

/**
 * Looks up with Droppoint why a point was refused, and what is near it: Medusa's SDK drops everything of the
 * refusal but its sentence.
 * @returns null if nothing is wrong with the point: the request failed for another reason
 */
async function explainRefusal(
  settings: PickupSettings,
  { cart, option, pointId }: { cart: Cart; option: Option; pointId: string },
): Promise<Omit<RefusedPoint, 'message'> | null> {
  const query = new URLSearchParams();
  const { countries = [], types = [], filter } = findNeeds(settings, option, cart) ?? {};
  if (countries.length > 0) query.set('country', countries.join());
  if (types.length > 0) query.set('type', types.join());
  if (filter) query.set('filter', JSON.stringify(filter));
  const known = readPickupPoint(cart);
  if (known?.id === pointId && known.latitude !== null && known.longitude !== null) {
    query.set('latitude', String(known.latitude));
    query.set('longitude', String(known.longitude));
  }
  try {
    const address = `${settings.origin}/api/points/${encodeURIComponent(pointId)}?${query}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { status, isValid, errors, meant = null, alternatives = [] } = (await answer.json()) as Validity;
    if (status === 'exists' && isValid) return null;
    const near = alternatives.map(({ distanceMetres, summary: { id, lines } }) => ({
      ...{ id, lines, distanceMetres },
    }));
    return { code: errors?.[0]?.code ?? null, meant, alternatives: near };
  } catch {
    // The sentence is enough while Droppoint is away.
    return { code: null, meant: null, alternatives: [] };
  }
}
