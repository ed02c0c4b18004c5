import { compareHouses, foldHouse } from '../../../src/lib/contract/house-number.ts';
import { placeHouse, type HousePlace } from '../place-house.ts';
import { latitudeAt, longitudeAt } from '../../../src/lib/snapshot-format/mercator.ts';
import { roundDegrees } from '../../../src/lib/snapshot-format/table-rows.ts';
import { TileError } from '../../../src/lib/vector-tile/read-vector-tile.ts';
import type { Gazetteer } from './open-gazetteer.ts';
import type { GazetteerMatch } from './match.ts';
import { type NearHouse, readHouses } from './read-houses.ts';

/** A house that is nearer to another street by more than this is one of that street: corners are within it. */
const CORNER_METRES = 15;

/**
 * Finds the house that was asked for in a street, as far as the map's tiles tell: itself, a place between its neighbours, or the street.
 * @throws AppError of reading tiles
 */
export async function placeInStreet(
  gazetteer: Pick<Gazetteer, 'readTile'>,
  street: GazetteerMatch,
): Promise<HousePlace> {
  const houses = street.house === '' ? [] : await readHousesOf(gazetteer, street);
  const { latitude, longitude } = street;
  const known = houses.map(({ number, x, y }) => ({
    house: foldHouse(number),
    latitude: roundDegrees(latitudeAt(y)),
    longitude: roundDegrees(longitudeAt(x)),
  }));
  const place = placeHouse({ latitude, longitude }, known, street.house);
  const isSure =
    place.precision !== 'exact' || houses.some((house) => isOwn(house) && isSame(house, street.house));
  return isSure ? place : { ...place, precision: 'between', withinMetres: null };
}

const isSame = ({ number }: NearHouse, wanted: string) => compareHouses(number, wanted) === 'same';

async function readHousesOf(
  gazetteer: Pick<Gazetteer, 'readTile'>,
  street: GazetteerMatch,
): Promise<NearHouse[]> {
  try {
    const near = await readHouses(street, (x, y) => gazetteer.readTile(street.area, x, y));
    return chooseOwn(near, street.house);
  } catch (error) {
    // A tile that can't be read tells nothing: the street itself is known.
    if (error instanceof TileError) return [];
    throw error;
  }
}

/** How much nearer another street is. */
const excessOf = ({ own, other }: NearHouse) => Math.max(0, own - other);

const isOwn = (house: NearHouse) => excessOf(house) <= CORNER_METRES;

/**
 * The street's own houses, the surest first; of each number those that are as sure as the surest. The wanted one may be nearer to another
 * street: large buildings are.
 */
function chooseOwn(near: readonly NearHouse[], wanted: string): NearHouse[] {
  const sorted = [...near].sort((a, b) => excessOf(a) - excessOf(b) || a.own - b.own);
  const surest = new Map<string, number>();
  return sorted.filter((house) => {
    const number = foldHouse(house.number);
    const least = surest.get(number) ?? excessOf(house);
    surest.set(number, least);
    return (isOwn(house) || isSame(house, wanted)) && excessOf(house) <= Math.max(least, CORNER_METRES / 3);
  });
}
