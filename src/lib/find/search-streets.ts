import type { Position } from '../network/distance.ts';
import type { Street } from '../network/find-streets.ts';
import type { Snapshot } from '../network/snapshot.ts';
import { readAsStreet } from './street-readings.ts';

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
  // Slips are forgiven in the likeliest reading alone: it costs several pages of the table.
  const inWords = readings.find(({ beginning }) => !/\p{N}/u.test(beginning));
  if (inWords === undefined) return [];
  return network.findStreets({ ...inWords, near, limit, forgiving: true }, signal);
}
