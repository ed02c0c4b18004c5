import type { Position } from '../network/distance.ts';
import type { Street } from '../network/find-streets.ts';
import type { Snapshot } from '../network/snapshot.ts';
import { readAsStreet } from './street-readings.ts';

/** Slips are forgiven in as many readings: each costs several pages of the table. */
const MOST_FORGIVEN = 2;

/**
 * Finds the streets that a text may mean, and the house where its number is known: the first reading that has any.
 * @param near the nearest to here come first
 * @throws AppError
 */
export async function searchStreets(
  network: Pick<Snapshot, 'findStreets'>,
  text: string,
  near: Position | null,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Street[]> {
  const readings = readAsStreet(text);
  for (const reading of readings) {
    const found = await network.findStreets({ ...reading, near, limit, forgiving: false }, signal);
    if (found.length > 0) return found;
  }
  const inWords = readings.filter(({ beginning }) => !/\p{N}/u.test(beginning));
  for (const reading of inWords.slice(0, MOST_FORGIVEN)) {
    const found = await network.findStreets({ ...reading, near, limit, forgiving: true }, signal);
    if (found.length > 0) return found;
  }
  return [];
}
