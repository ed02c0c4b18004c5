import { createPlatform, type Platform } from '#platform/client.ts';
import { createClientCredentials } from '#platform/client-credentials.ts';
import { describeField } from '#platform/describe-error.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { LABEL_FORMAT_NAMES } from '#platform/labels.ts';
import type { Pickup } from '#platform/pickups.ts';
import type { Point } from '#platform/point.ts';
import type { PLATFORM_SCOPES } from '#platform/scopes.ts';
import type { Shipment } from '#platform/shipping.ts';
import type { PlatformSettings } from '#config/platform-settings.ts';

/** The result of testing one guess about the platform (docs/platform-api.md, chapters 10 to 14). */
export interface Trial {
  /** Chapter and number: `10.3`. */
  number: string;
  guess: string;
  /** `untried`: the client isn't allowed to, or something that the trial needs is missing. */
  outcome: 'held' | 'failed' | 'untried';
  /** Why the trial failed or didn't run; otherwise what it observed. */
  detail: string;
}

export interface TrialOptions {
  organizationId: string;
  /** Whether to create a shipment, a return and a pickup. */
  write: boolean;
  fetch: typeof fetch;
  now: () => number;
}

type Scope = (typeof PLATFORM_SCOPES)[number];

/** Error codes for a client without the right: they disprove nothing. */
const NOT_ALLOWED: readonly ErrorCode[] = ['forbidden', 'scope_missing', 'login_failed'];

class Untried extends Error {}

/** Tests the guesses one after the other. @throws AppError if the points can't be read: every trial starts from a point */
export async function tryGuesses(
  { addresses, ...client }: PlatformSettings,
  { organizationId, write, fetch, now }: TrialOptions,
): Promise<Trial[]> {
  const platforms = new Map<Scope, Platform>();
  /** A client whose token has this scope alone, so that a scope that isn't granted doesn't spoil the other trials. */
  const platformFor = (scope: Scope) => {
    const auth = createClientCredentials({ ...client, origin: addresses.auth, scopes: [scope], fetch, now });
    const platform = platforms.get(scope) ?? createPlatform({ baseUrl: addresses.base, auth, fetch, now });
    platforms.set(scope, platform);
    return platform;
  };
  const trials: Trial[] = [];
  /** @param run returns what it observed; throws if the guess doesn't hold */
  async function check(
    number: string,
    scope: Scope,
    guess: string,
    run: (platform: Platform) => Promise<string>,
  ): Promise<void> {
    try {
      trials.push({ number, guess, outcome: 'held', detail: await run(platformFor(scope)) });
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isUntried =
        error instanceof Untried || (error instanceof AppError && NOT_ALLOWED.includes(error.code));
      const detail = error instanceof AppError ? [error.message, ...error.problems].join(' ') : error.message;
      trials.push({ number, guess, outcome: isUntried ? 'untried' : 'failed', detail });
    }
  }
  const mayWrite = () => (write ? organizationId : untried('needs --write'));
  const point = await findPoint(platformFor('api:points:read'));

  await check('10.1', 'api:points:read', 'a point is read by its id', async ({ points }) =>
    expectSame((await points.get(point.id)).data.id, point.id),
  );
  await check(
    '10.2',
    'api:points:read',
    'the nearest point to a point is itself, with its distance in whole metres',
    async ({ points }) => {
      const { data } = await points.near(point.coordinates, { limit: 1 });
      const [nearest] = data.items as { id?: unknown; distance?: unknown }[];
      if (!Number.isInteger(nearest?.distance)) throw new Error(`distance is ${String(nearest?.distance)}`);
      return expectSame(nearest?.id, point.id);
    },
  );
  await check('10.3', 'api:one-time-pickups:read', 'a postcode has a cut-off time', async ({ pickups }) => {
    const { data } = await pickups.cutoff(WAREHOUSE.postalCode, WAREHOUSE.countryCode);
    return data.cutoffTime ?? 'none';
  });
  await check(
    '10.4',
    'api:tracking:read',
    'an unknown tracking number is left out, or a 404',
    async ({ tracking }) => {
      const parcels = await collect(tracking.get(['000000000000000000000000'])).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'not_found') return null;
        throw error;
      });
      if (parcels === null) return '404';
      return parcels.length === 0 ? 'left out' : failed('it is known');
    },
  );
  await check('10.5', 'api:one-time-pickups:read', 'pickups are listed from page 0', async ({ pickups }) => {
    const { data } = await pickups.list(organizationId);
    return `${data.items.length} items`;
  });

  const shipment = makeShipment(point);
  /** Tracking number of the created shipment. */
  let shipmentNumber: string | undefined;
  const number = () => shipmentNumber ?? untried('no shipment was made');
  const deduplicationId = crypto.randomUUID();
  await check(
    '13.1',
    'api:shipments:write',
    'a shipment to an unknown point is refused with its field',
    async ({ shipments }) => {
      const destination = { countryCode: countryOf(point), pointId: 'XX_NONE' };
      const error = await shipments.create(mayWrite(), { ...shipment, destination }).then(
        () => failed('it was accepted'),
        (reason: unknown) => reason,
      );
      if (!(error instanceof AppError) || error.code !== 'rejected') throw error;
      const fields = error.fields.map(describeField).join('; ');
      return fields === '' ? failed(`${error.status}, without fields`) : `${error.status}, ${fields}`;
    },
  );
  await check('10.6', 'api:shipments:write', 'a shipment is created', async ({ shipments }) => {
    const { data } = await shipments.create(mayWrite(), shipment, { deduplicationId });
    shipmentNumber = data.trackingNumber;
    return shipmentNumber ?? failed('without trackingNumber');
  });
  await check(
    '10.7',
    'api:shipments:write',
    'the same deduplication id creates no second one',
    async ({ shipments }) => {
      const first = number();
      const { data } = await shipments.create(mayWrite(), shipment, { deduplicationId });
      return expectSame(data.trackingNumber, first);
    },
  );
  await check(
    '10.8',
    'api:shipments:read',
    'a shipment is read by its tracking number',
    async ({ shipments }) => {
      const { data } = await shipments.get(organizationId, number());
      return expectSame(data.trackingNumber, number());
    },
  );
  for (const [at, format] of LABEL_FORMAT_NAMES.entries())
    await check(
      `10.${9 + at}`,
      'api:shipments:read',
      `its label is had as ${format}`,
      async ({ shipments }) => {
        const { data } = await shipments.label(organizationId, number(), format);
        return `${data.bytes.length} bytes`;
      },
    );
  await check('11.1', 'api:tracking:read', 'it is tracked, with events', async ({ tracking }) => {
    const [parcel] = await collect(tracking.get([number()]));
    return parcel === undefined ? failed('it is not known') : `${parcel.events.length} events`;
  });

  let returned: { id: string; trackingNumber: string | undefined } | undefined;
  await check(
    '10.20',
    'api:returns:write',
    'a return needs only its sender, and has a drop-off code',
    async ({ returns }) => {
      const { data } = await returns.create(mayWrite(), { sender: PERSON });
      returned = { id: data.id, trackingNumber: data.parcels[0]?.trackingNumber };
      return data.parcels[0]?.dropOffCode ?? failed('without dropOffCode');
    },
  );
  await check('10.21', 'api:returns:read', 'a return is read by its id', async ({ returns }) => {
    const { id } = returned ?? untried('no return was made');
    return expectSame((await returns.get(organizationId, id)).data.id, id);
  });
  await check(
    '10.22',
    'api:returns:read',
    'its label is had as pdf-a4, by its tracking number',
    async ({ returns }) => {
      const labelled = returned?.trackingNumber ?? untried('no return with a tracking number was made');
      return `${(await returns.label(organizationId, labelled)).data.bytes.length} bytes`;
    },
  );

  let pickupId: string | undefined;
  await check('10.23', 'api:one-time-pickups:write', 'a pickup is ordered', async ({ pickups }) => {
    const { data } = await pickups.create(mayWrite(), makePickup(now()));
    pickupId = data.id;
    return data.status ?? 'without status';
  });
  await check('10.24', 'api:one-time-pickups:write', 'and cancelled', async ({ pickups }) => {
    const { status } = await pickups.cancel(mayWrite(), pickupId ?? untried('no pickup was ordered'));
    return String(status);
  });
  return trials;
}

/** Finds the first point that hands out parcels. @throws AppError if the list can't be read, or has no such point */
async function findPoint(platform: Platform): Promise<Point> {
  for await (const point of platform.points.list()) {
    const { capabilities } = point as { capabilities?: unknown };
    if (!Array.isArray(capabilities) || capabilities.includes('PARCEL_COLLECT')) return point;
  }
  throw new AppError('malformed', 'No point in the list hands out parcels.');
}

function untried(why: string): never {
  throw new Untried(why);
}

function failed(why: string): never {
  throw new Error(why);
}

function expectSame(seen: unknown, expected: string): string {
  return seen === expected ? expected : failed(`${String(seen)} instead of ${expected}`);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const listed: Item[] = [];
  for await (const item of items) listed.push(item);
  return listed;
}

/** Invented; nobody owns `.example` domains (RFC 2606). */
const PERSON = {
  firstName: 'Trial',
  lastName: 'Parcel',
  email: 'trial@parcel.example',
  phone: '+48500000101',
};

const countryOf = ({ id, country }: Point) => (typeof country === 'string' ? country : id.slice(0, 2));

/** In Poland, the only country known to have pickups (docs/platform-api.md, chapter 10), wherever the list's points are. */
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
