import type { Place } from '../network/find-places.ts';
import type { Snapshot } from '../network/snapshot.ts';
import { listIdBeginnings } from './id-beginnings.ts';
import { searchAddress } from './search-address.ts';

/** Something of the network that answers what was typed. */
export type Suggestion = { kind: 'place'; place: Place } | { kind: 'point'; id: string };

type Network = Pick<Snapshot, 'findPlaces' | 'findIds' | 'counts'>;

/** Nobody reads further than that on a phone. */
const MOST = 8;
const MOST_POINTS = 5;
/** What is longer is no address. */
const MOST_LETTERS = 160;

/**
 * What the network has for a text: cities, postcodes, points by their id; of an address, the city or postcode in it. A point
 * whose id was typed whole comes first.
 * @returns at most eight; none for a text without letters or digits
 * @throws AppError `aborted`, or why the network's files can't be had
 */
export async function suggest(network: Network, text: string, signal?: AbortSignal): Promise<Suggestion[]> {
  const wanted = text.trim().slice(0, MOST_LETTERS);
  if (wanted === '') return [];
  const [places, ids] = await Promise.all([
    findPlaces(network, wanted, signal),
    findIds(network, wanted, signal),
  ]);
  const points = ids.map((id): Suggestion => ({ kind: 'point', id }));
  const others = places.map((place): Suggestion => ({ kind: 'place', place }));
  const whole = ids.some((id) => listIdBeginnings(wanted, network.counts().countries).includes(id));
  return (whole ? [...points, ...others] : [...others.slice(0, MOST - points.length), ...points]).slice(
    0,
    MOST,
  );
}

async function findPlaces(network: Network, text: string, signal: AbortSignal | undefined): Promise<Place[]> {
  const found = await network.findPlaces(text, MOST, signal);
  const severalWords = /[\s,;-]/.test(text);
  return found.length > 0 || !severalWords ? found : searchAddress(network, text, MOST, signal);
}

async function findIds(network: Network, text: string, signal: AbortSignal | undefined): Promise<string[]> {
  const beginnings = listIdBeginnings(text, network.counts().countries);
  const found = await Promise.all(
    beginnings.map((beginning) => network.findIds(beginning, MOST_POINTS, signal)),
  );
  return [...new Set(found.flat())].slice(0, MOST_POINTS);
}
