import { expect } from 'vitest';
import type { Sandbox } from '../../sandbox/start.ts';
import { ALL_SCOPES } from '../../sandbox/scopes.ts';
import { fetchAppToken, fetchPoints, startSmallSandbox, type Json } from './sandbox-client.ts';

/** Matches any text of this form in an expected answer. */
export const like = (form: RegExp): unknown => expect.stringMatching(form);

export const SHIPMENTS = '/shipping/v2/organizations/org-1/shipments';
export const RETURNS = '/returns/v1/organizations/org-1/shipments';
export const PICKUPS = '/pickups/v1/organizations/org-1/one-time-pickups';

/** Starts a sandbox whose parcels stand still until the clock is advanced, and returns functions that call it. */
export async function startCarrier(environment: Record<string, string> = {}) {
  const sandbox = await startSmallSandbox({ SANDBOX_DAY_SECONDS: '0', ...environment });
  const token = await fetchAppToken(sandbox, ALL_SCOPES.join(' '));

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(sandbox.addresses.base + path, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  /** Sends a request and returns the answer's JSON with its status. */
  const sendJson = async (...request: Parameters<typeof send>) => {
    const answer = await send(...request);
    return { status: answer.status, ...((await answer.json()) as Json) };
  };
  const control = (method: string, name: string, body?: unknown) =>
    sendJson(method, `/__sandbox/${name}`, body);
  const ship = async (changes: Json = {}, path = SHIPMENTS) => {
    const answer = await sendJson('POST', path, { ...makeShipment(locker.id), ...changes });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer));
    return String((answer as unknown as { trackingNumber: string }).trackingNumber);
  };
  const track = async (...numbers: string[]) => {
    const query = new URLSearchParams(numbers.map((number) => ['trackingNumbers', number]));
    return (await sendJson('GET', `/tracking/v1/parcels?${query}`)) as unknown as {
      parcels: TrackedParcel[];
    };
  };
  const { locker, shop } = await findPoints(sandbox, token);
  return {
    sandbox,
    token,
    send,
    request: sendJson,
    control,
    ship,
    track,
    locker,
    shop,
    close: () => sandbox.close(),
  };
}

export type TestCarrier = Awaited<ReturnType<typeof startCarrier>>;

interface TrackedParcel extends Json {
  trackingNumber: string;
  events: { eventCode: string; eventTimestamp: string; eventId: string; location: Json | null }[];
}

interface Point extends Json {
  id: string;
  type: string;
  coordinates: { latitude: number; longitude: number };
}

async function findPoints(sandbox: Sandbox, token: string) {
  const { items } = (await (await fetchPoints(sandbox, token, '?perPage=100')).json()) as { items: Point[] };
  const first = (type: string) =>
    items.find((point) => point.type === type && Number(point.coordinates.latitude) !== 0)!;
  return { locker: first('APM'), shop: first('PUDO') };
}

const SENDER = { firstName: 'Ida', lastName: 'Brzoza', email: 'ida@fern.example', phone: '+48500000101' };
export const RECIPIENT = {
  firstName: 'Oskar',
  lastName: 'Lis',
  email: 'oskar@mail.example',
  phone: '+48500000202',
};
export const ADDRESS = {
  countryCode: 'PL',
  street: 'Mglista',
  houseNumber: '7',
  city: 'Testowo',
  postalCode: '00-950',
};

export const makeShipment = (pointId: string): Json => ({
  sender: SENDER,
  recipient: RECIPIENT,
  origin: ADDRESS,
  destination: { countryCode: 'PL', pointId },
  parcels: [
    {
      type: 'STANDARD',
      dimensions: { length: 30, width: 20, height: 8, unit: 'CM' },
      weight: { amount: 1.2, unit: 'KG' },
    },
  ],
});

export const makeReturn = (changes: Json = {}): Json => ({
  sender: RECIPIENT,
  origin: { countryCode: 'PL' },
  ...changes,
});

/** @param fromMs when the window of three hours begins */
export const makePickup = (fromMs: number, changes: Json = {}): Json => ({
  address: ADDRESS,
  contactPerson: { ...SENDER, phone: { prefix: '+48', number: '500000101' } },
  pickupTime: {
    from: new Date(fromMs).toISOString(),
    to: new Date(fromMs + 3 * 3_600_000).toISOString(),
  },
  volume: { itemType: 'PARCEL', count: 4, totalWeight: { amount: 6.5, unit: 'KG' } },
  ...changes,
});
