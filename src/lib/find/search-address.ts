import { distanceMetres } from '../network/distance.ts';
import type { Place, PlaceMatch } from '../network/find-places.ts';
import type { Snapshot } from '../network/snapshot.ts';
import { takeAddressApart } from './address-pieces.ts';

/** A postcode of several countries is taken where the city named beside it lies. */
const BESIDE_METRES = 60_000;

const RANK: Readonly<Record<PlaceMatch, number>> = { exact: 0, prefix: 1, typo: 2, near: 3 };

/**
 * Finds the place of an address by its postcode and by its first and last words, one after the other until one is called exactly so.
 * @throws AppError
 */
export async function searchAddress(
  network: Pick<Snapshot, 'findPlaces'>,
  address: string,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<Place[]> {
  const { postcodes, names } = takeAddressApart(address);
  const cities = await findFirstExact(names);
  const codes = (await findFirstExact(postcodes)).filter(({ kind }) => kind === 'postcode');
  const beside = codes.filter((code) => cities.some((city) => distanceMetres(code, city) < BESIDE_METRES));
  return [...(beside.length > 0 ? beside : codes), ...cities].slice(0, limit);

  async function findFirstExact(pieces: readonly string[]): Promise<Place[]> {
    let best: Place[] = [];
    for (const piece of pieces) {
      const found = await network.findPlaces(piece, limit, signal);
      const match = found[0]?.match;
      if (match === undefined) continue;
      const alike = found.filter((place) => place.match === match);
      if (match === 'exact') return alike;
      if (best.length === 0 || RANK[match] < RANK[best[0]!.match]) best = alike;
    }
    return best;
  }
}
