import { createPlatform, type Platform } from '#platform/client.ts';
import { createClientCredentials } from '#platform/client-credentials.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { LABEL_FORMAT_NAMES, type LabelFormat } from '#platform/labels.ts';
import type { Pickup } from '#platform/pickups.ts';
import type { PlatformClient } from '#platform/platform-client.ts';
import type { Point } from '#platform/point.ts';
import type { PLATFORM_SCOPES } from '#platform/scopes.ts';
import type { Shipment } from '#platform/shipping.ts';

/** What became of one thing that is believed of the platform (docs/platform-api.md, chapters 10 to 14). */
export interface Trial {
  /** Chapter and number: `10.3`. */
  number: string;
  guess: string;
  /** `untried`: the client may not, or something that it needs is missing. */
  outcome: 'held' | 'failed' | 'untried';
  /** Why it failed or wasn't tried; or what was seen. */
  told: string;
}

export interface TrialOptions {
  organizationId: string;
  /** Whether a shipment, a return and a pickup are made. */
  write: boolean;
  fetch: typeof fetch;
  now: () => number;
}

type Scope = (typeof PLATFORM_SCOPES)[number];
type Guess = [number: string, guess: string, scope: Scope, run: (platform: Platform) => Promise<string>];

/** Codes that say that the client may not, which disproves nothing. */
const NOT_ALLOWED: readonly ErrorCode[] = ['forbidden', 'scope_missing', 'login_failed'];

class Untried extends Error {}

/** Tries what is believed, one after the other. @throws AppError if the points can't be read: everything begins with one */
export async function tryGuesses(client: PlatformClient, options: TrialOptions): Promise<Trial[]> {
  const platforms = new Map<Scope, Platform>();
  /** With a token for this scope alone: one that isn't granted must not spoil the other trials. */
  const platformFor = (scope: Scope) => {
    const { addresses, clientId, clientSecret, clientAuth, basicEncoding } = client;
    const { fetch, now } = options;
    const made =
      platforms.get(scope) ??
      createPlatform({
        baseUrl: addresses.base,
        auth: createClientCredentials({
          origin: addresses.auth,
          clientId,
          clientSecret,
          clientAuth,
          basicEncoding,
          scopes: [scope],
          fetch,
          now,
        }),
        fetch,
        now,
      });
    platforms.set(scope, made);
    return made;
  };
  const trials: Trial[] = [];
  const point = await findPoint(platformFor('api:points:read'));
  for (const [number, guess, scope, run] of listGuesses(point, options)) {
    const about = { number, guess };
    try {
      trials.push({ ...about, outcome: 'held', told: await run(platformFor(scope)) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isUntried =
        error instanceof Untried || (error instanceof AppError && NOT_ALLOWED.includes(error.code));
      const told = error instanceof AppError ? [error.message, ...error.problems].join(' ') : error.message;
      trials.push({ ...about, outcome: isUntried ? 'untried' : 'failed', told });
    }
  }
  return trials;
}

function listGuesses(point: Point, { organizationId, write, now }: TrialOptions): Guess[] {
  const mayWrite = () => (write ? organizationId : untried('needs --write'));
  /** Tracking number of the shipment that was made. */
  let shipped: string | null = null;
  let returned: { id: string; trackingNumber: string | undefined } | null = null;
  let ordered: string | null = null;
  const deduplicationId = crypto.randomUUID();
  const number = () => shipped ?? untried('no shipment was made');

  return [
    [
      '10.1',
      'a point is read by its id',
      'api:points:read',
      async ({ points }) => {
        const { data } = await points.get(point.id);
        return expectSame(data.id, point.id);
      },
    ],
    [
      '10.2',
      'the nearest point to a point is itself, with its distance in whole metres',
      'api:points:read',
      async ({ points }) => {
        const { data } = await points.near(point.coordinates, { limit: 1 });
        const [nearest] = data.items as { id?: unknown; distance?: unknown }[];
        if (!Number.isInteger(nearest?.distance)) throw new Error(`distance is ${String(nearest?.distance)}`);
        return expectSame(nearest?.id, point.id);
      },
    ],
    [
      '10.3',
      'a postcode has a cut-off time',
      'api:one-time-pickups:read',
      async ({ pickups }) => {
        const { data } = await pickups.cutoff(WAREHOUSE.postalCode, WAREHOUSE.countryCode);
        return data.cutoffTime ?? 'none';
      },
    ],
    [
      '10.4',
      'an unknown tracking number is left out, or a 404',
      'api:tracking:read',
      async ({ tracking }) => {
        const told = await all(tracking.get(['000000000000000000000000'])).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'not_found') return null;
          throw error;
        });
        if (told === null) return '404';
        return told.length === 0 ? 'left out' : failed('it is known');
      },
    ],
    [
      '10.5',
      'pickups are listed from page 0',
      'api:one-time-pickups:read',
      async ({ pickups }) => {
        const { data } = await pickups.list(organizationId);
        return `${data.items.length} items`;
      },
    ],
    [
      '13.1',
      'a shipment to an unknown point is refused with its field',
      'api:shipments:write',
      async ({ shipments }) => {
        const shipment = {
          ...makeShipment(point),
          destination: { countryCode: countryOf(point), pointId: 'XX_NONE' },
        };
        const error = await shipments.create(mayWrite(), shipment).then(
          () => failed('it was accepted'),
          (reason: unknown) => reason,
        );
        if (!(error instanceof AppError) || error.code !== 'rejected') throw error;
        const fields = error.fields.map(({ path, codes }) => `${path}: ${codes.join(', ')}`).join('; ');
        return fields === '' ? failed(`${error.status}, without fields`) : `${error.status}, ${fields}`;
      },
    ],
    [
      '10.6',
      'a shipment is created',
      'api:shipments:write',
      async ({ shipments }) => {
        const { data } = await shipments.create(mayWrite(), makeShipment(point), { deduplicationId });
        shipped = data?.trackingNumber ?? null;
        return shipped ?? failed('without trackingNumber');
      },
    ],
    [
      '10.7',
      'the same deduplication id creates no second one',
      'api:shipments:write',
      async ({ shipments }) => {
        const first = number();
        const { data } = await shipments.create(mayWrite(), makeShipment(point), { deduplicationId });
        return expectSame(data?.trackingNumber, first);
      },
    ],
    [
      '10.8',
      'a shipment is read by its tracking number',
      'api:shipments:read',
      async ({ shipments }) => {
        const { data } = await shipments.get(organizationId, number());
        return expectSame(data?.trackingNumber, number());
      },
    ],
    ...LABEL_FORMAT_NAMES.map((format: LabelFormat, at): Guess => [
      `10.${9 + at}`,
      `its label is had as ${format}`,
      'api:shipments:read',
      async ({ shipments }) => {
        const { data } = await shipments.label(organizationId, number(), format);
        return `${data.bytes.length} bytes`;
      },
    ]),
    [
      '11.1',
      'it is tracked, with events',
      'api:tracking:read',
      async ({ tracking }) => {
        const [parcel] = await all(tracking.get([number()]));
        return parcel === undefined ? failed('it is not known') : `${parcel.events.length} events`;
      },
    ],
    [
      '10.20',
      'a return needs its sender alone, and has a drop-off code',
      'api:returns:write',
      async ({ returns }) => {
        const { data } = await returns.create(mayWrite(), { sender: PERSON });
        returned = { id: data.id, trackingNumber: data.parcels[0]?.trackingNumber };
        return data.parcels[0]?.dropOffCode ?? failed('without dropOffCode');
      },
    ],
    [
      '10.21',
      'a return is read by its id',
      'api:returns:read',
      async ({ returns }) => {
        const { id } = returned ?? untried('no return was made');
        return expectSame((await returns.get(organizationId, id)).data.id, id);
      },
    ],
    [
      '10.22',
      'its label is had as pdf-a4, by its tracking number',
      'api:returns:read',
      async ({ returns }) => {
        const labelled = returned?.trackingNumber ?? untried('no return with a tracking number was made');
        return `${(await returns.label(organizationId, labelled)).data.bytes.length} bytes`;
      },
    ],
    [
      '10.23',
      'a pickup is ordered',
      'api:one-time-pickups:write',
      async ({ pickups }) => {
        const { data } = await pickups.create(mayWrite(), makePickup(now()));
        ordered = data.id;
        return data.status ?? 'without status';
      },
    ],
    [
      '10.24',
      'and cancelled',
      'api:one-time-pickups:write',
      async ({ pickups }) => {
        const { status } = await pickups.cancel(mayWrite(), ordered ?? untried('no pickup was ordered'));
        return String(status);
      },
    ],
  ];
}

/** The first point that gives out parcels. @throws AppError if the list can't be read, or has none */
async function findPoint(platform: Platform): Promise<Point> {
  for await (const point of platform.points.list()) {
    const { capabilities } = point as { capabilities?: unknown };
    if (!Array.isArray(capabilities) || capabilities.includes('PARCEL_COLLECT')) return point;
  }
  throw new AppError('malformed', 'No point of the list gives out parcels.');
}

function untried(why: string): never {
  throw new Untried(why);
}

function failed(why: string): never {
  throw new Error(why);
}

function expectSame(seen: unknown, expected: string): string {
  return seen === expected ? expected : failed(`${String(seen)} in place of ${expected}`);
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const listed: Item[] = [];
  for await (const item of items) listed.push(item);
  return listed;
}

/** Invented; `.example` is nobody's (RFC 2606). */
const PERSON = {
  firstName: 'Trial',
  lastName: 'Parcel',
  email: 'trial@parcel.example',
  phone: '+48500000101',
};

const countryOf = ({ id, country }: Point) => (typeof country === 'string' ? country : id.slice(0, 2));

/** Pickups are known of Poland alone (docs/platform-api.md, chapter 10), wherever the points of the list are. */
const WAREHOUSE = {
  countryCode: 'PL',
  street: 'Mglista',
  houseNumber: '7',
  city: 'Warszawa',
  postalCode: '00-950',
};

function makeShipment(point: Point): Shipment {
  return {
    sender: PERSON,
    recipient: PERSON,
    origin: { countryCode: countryOf(point), shippingMethod: 'ANY_POINT' },
    destination: { countryCode: countryOf(point), pointId: point.id },
    parcels: [
      {
        type: 'STANDARD',
        dimensions: { length: 30, width: 20, height: 8, unit: 'CM' },
        weight: { amount: 1, unit: 'KG' },
      },
    ],
  };
}

const DAY_MS = 24 * 3600 * 1000;

/** The day after tomorrow, from ten to three. */
function makePickup(nowMs: number): Pickup {
  const day = new Date(nowMs + 2 * DAY_MS).toISOString().slice(0, 10);
  return {
    address: WAREHOUSE,
    contactPerson: { ...PERSON, phone: { prefix: '+48', number: '500000101' } },
    pickupTime: { from: `${day}T10:00:00+01:00`, to: `${day}T15:00:00+01:00` },
    volume: { itemType: 'PARCEL', count: 1, totalWeight: { amount: 1, unit: 'KG' } },
  };
}
