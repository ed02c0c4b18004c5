import type { Position } from '../network/distance.ts';
import type { Place } from '../network/find-places.ts';
import type { Street } from '../network/find-streets.ts';
import type { Snapshot } from '../network/snapshot.ts';
import { listIdBeginnings } from './id-beginnings.ts';
import { searchAddress } from './search-address.ts';
import { searchStreets } from './search-streets.ts';

/** Something of the network that answers what was typed. */
export type Suggestion =
  { kind: 'place'; place: Place } | { kind: 'street'; street: Street } | { kind: 'point'; id: string };

type Network = Pick<Snapshot, 'findPlaces' | 'findStreets' | 'findIds' | 'counts'>;

/** Nobody reads further than that on a phone. */
const MOST = 8;
const MOST_POINTS = 5;
/** So many streets are seen although more places begin so. */
const LEAST_STREETS = 3;
/** What is longer is no address. */
const MOST_LETTERS = 160;

/**
 * What the network has for a text: cities and postcodes called so, then streets, then what is nearly called so and, of an address, the
 * city or postcode in it; points by their id. A point whose id was typed whole comes first.
 * @param near of streets in several cities the nearest to here comes first
 * @returns at most eight; none for a text without letters or digits
 * @throws AppError `aborted`, or why the network's files can't be had
 */
export async function suggest(
  network: Network,
  text: string,
  signal?: AbortSignal,
  near: Position | null = null,
): Promise<Suggestion[]> {
  const wanted = text.trim().slice(0, MOST_LETTERS);
  if (wanted === '') return [];
  const [others, ids] = await Promise.all([
    findPlacesAndStreets(network, wanted, near, signal),
    findIds(network, wanted, signal),
  ]);
  const points = ids.map((id): Suggestion => ({ kind: 'point', id }));
  const whole = ids.some((id) => listIdBeginnings(wanted, network.counts().countries).includes(id));
  return (whole ? [...points, ...others] : [...others.slice(0, MOST - points.length), ...points]).slice(
    0,
    MOST,
  );
}

async function findPlacesAndStreets(
  network: Network,
  text: string,
  near: Position | null,
  signal: AbortSignal | undefined,
): Promise<Suggestion[]> {
  const [called, found] = await Promise.all([
    network.findPlaces(text, MOST, signal),
    findStreets(network, text, near, signal),
  ]);
  if ('problem' in found && called.length === 0) throw found.problem;
  const streets = 'problem' in found ? [] : found.streets;
  const sure = called.filter(({ match }) => match === 'exact' || match === 'prefix');
  const severalWords = /[\s,;-]/.test(text);
  const inAddress =
    called.length === 0 && severalWords ? await searchAddress(network, text, MOST, signal) : [];
  const unsure = [...called.filter((place) => !sure.includes(place)), ...inAddress].map(offerPlace);
  const nearly = streets.some(({ match }) => match === 'typo');
  const offered = streets.map((street): Suggestion => ({ kind: 'street', street }));
  const room = MOST - Math.min(offered.length, LEAST_STREETS);
  return [
    ...sure.slice(0, room).map(offerPlace),
    ...(nearly ? [...unsure, ...offered] : [...offered, ...unsure]),
  ].slice(0, MOST);
}

const offerPlace = (place: Place): Suggestion => ({ kind: 'place', place });

/** A table of streets that can't be had doesn't take the places along. */
async function findStreets(
  network: Network,
  text: string,
  near: Position | null,
  signal: AbortSignal | undefined,
): Promise<{ streets: Street[] } | { problem: unknown }> {
  // Ids have digits and no blanks.
  if (listIdBeginnings(text, network.counts().countries).length > 0) return { streets: [] };
  try {
    return { streets: await searchStreets(network, text, near, MOST, signal) };
  } catch (problem) {
    if (signal?.aborted) throw problem;
    return { problem };
  }
}

async function findIds(network: Network, text: string, signal: AbortSignal | undefined): Promise<string[]> {
  const beginnings = listIdBeginnings(text, network.counts().countries);
  const found = await Promise.all(
    beginnings.map((beginning) => network.findIds(beginning, MOST_POINTS, signal)),
  );
  return [...new Set(found.flat())].slice(0, MOST_POINTS);
}
