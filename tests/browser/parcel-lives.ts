import { createClientCredentials } from '#platform/client-credentials.ts';
import { createPlatform } from '#platform/client.ts';
import { makeShipment, RECIPIENT } from '../sandbox/carrier-client.ts';
import { CLIENT_ID, CLIENT_SECRET, type Droppoint } from './droppoint.ts';

/** The platform, as a shop's server or a broker calls it. */
function openPlatform({ platform }: Droppoint) {
  const tokenHost = new URL(platform);
  tokenHost.port = String(Number(tokenHost.port) + 1);
  const auth = createClientCredentials({
    origin: tokenHost.origin,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
  });
  return createPlatform({ baseUrl: platform, auth });
}

/** @returns id of a locker */
export async function findLocker(droppoint: Droppoint): Promise<string> {
  for await (const { id, type } of openPlatform(droppoint).points.list()) if (type === 'APM') return id;
  throw new Error('The sandbox has no lockers.');
}

/**
 * Sends a parcel to a locker.
 * @param lastName last name of its recipient, which selects its life (sandbox/README.md, "Parcels'
 * lives")
 * @returns its tracking number
 */
export async function ship(droppoint: Droppoint, lastName = 'Lis'): Promise<string> {
  const shipment = {
    ...makeShipment(await findLocker(droppoint)),
    recipient: { ...RECIPIENT, lastName },
  };
  const { data } = await openPlatform(droppoint).shipments.create('org-1', shipment as never);
  return (data as { trackingNumber: string }).trackingNumber;
}

async function setClock({ platform }: Droppoint, method: string, path: string, body: object) {
  const answer = await fetch(`${platform}/__sandbox/clock${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} clock${path}: ${answer.status}`);
}

/** Parcels stand still until they are advanced. */
export const stopClock = (droppoint: Droppoint) => setClock(droppoint, 'PUT', '', { daySeconds: 0 });

export const advance = (droppoint: Droppoint, hours: number) =>
  setClock(droppoint, 'POST', '/advance', { hours });
