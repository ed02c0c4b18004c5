import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { tileIdToZxy } from 'pmtiles';
import { latitudeAt, longitudeAt, WORLD } from '#network/snapshot-format/mercator.ts';
import { LINE, readVectorTile } from '#network/vector-tile/read-vector-tile.ts';
import { listTiles } from '#network/archive/list-tiles.ts';
import { openArchive } from '#network/archive/open-archive.ts';
import { makePictureUrl } from '../pictures.ts';
import { isInTown, nearestParish } from './andorra.ts';
import { compareTexts } from './cities.ts';
import { makeDescriptions } from './descriptions.ts';
import type { PointItem } from './items.ts';
import { makeWeek } from './opening-hours.ts';
import { createRandom, hashText, pickWhole, type Random } from './random.ts';

/** Number of points: enough, in a country of 80,000 people, for every view of a few streets to show some. */
const POINTS = 600;
const LOCKER_SHARE = 0.4;
const ZOOM = 14;
/** Distances in units of a tile (0.44 m): between possible points along a street, and from the street's middle to a door. */
const HOUSE_EVERY = 50;
const DOOR = 18;
/** Kinds of roads with houses, in Shortbread. */
const STREETS = new Set(
  'primary secondary tertiary residential unclassified living_street pedestrian'.split(' '),
);

/** A possible point on a street. */
interface House {
  street: string;
  latitude: number;
  longitude: number;
}

/**
 * Generates points along the streets of Andorra, with their addresses. The same archive and seed give the same points.
 * @param archive path of a PMTiles archive with the Shortbread schema and zoom 14
 */
export async function placeOnStreets(archive: string, seed: number, imageBase: string): Promise<PointItem[]> {
  const random = createRandom(seed, hashText('AD'));
  const houses = sample((await listHouses(archive)).filter(isInTown), random);
  const numbers = new Map<string, number>();
  return houses.map((house, index) => {
    const { town, parish, postcode } = nearestParish(house);
    const address = `${town}/${house.street}`;
    const number = (numbers.get(address) ?? 0) + pickWhole(random, 1, 3);
    numbers.set(address, number);
    const itemRandom = createRandom(seed + 1, index);
    const type = itemRandom() < LOCKER_SHARE ? 'APM' : 'PUDO';
    const id = `AD_AD${String(index + 1).padStart(6, '0')}`;
    const descriptions = makeDescriptions('AD', itemRandom);
    const location247 = type === 'APM' && itemRandom() < 0.9;
    return {
      id,
      type,
      country: 'AD',
      locationType: itemRandom() < 0.08 ? 'INDOOR' : 'OUTDOOR',
      imageUrl: makePictureUrl(imageBase, type, id),
      coordinates: { latitude: house.latitude, longitude: house.longitude },
      address: {
        country: 'AD',
        administrativeArea: parish,
        city: town,
        street: house.street,
        buildingNumber: String(number),
        flatNumber: null,
        postalCode: postcode,
      },
      ...descriptions,
      capabilities: ['PARCEL_COLLECT', 'PARCEL_SEND'],
      location247,
      operatingHours: { customer: location247 ? null : makeWeek(itemRandom) },
    };
  });
}

/** Picks houses at random (Fisher–Yates shuffle). */
function sample(houses: House[], random: Random): House[] {
  for (let last = houses.length - 1; last > 0; last--) {
    const other = pickWhole(random, 0, last);
    [houses[last], houses[other]] = [houses[other]!, houses[last]!];
  }
  // Sort them, so that house numbers ascend along a street from west to east.
  return houses
    .slice(0, POINTS)
    .sort((a, b) => compareTexts(a.street, b.street) || a.longitude - b.longitude || a.latitude - b.latitude);
}

async function listHouses(archive: string): Promise<House[]> {
  const file = new Uint8Array(readFileSync(archive));
  const read = (offset: number, length: number) => Promise.resolve(file.slice(offset, offset + length));
  const head = await openArchive(read);
  const houses: House[] = [];
  for await (const place of listTiles(head, read, ZOOM, ZOOM)) {
    const tile = gunzipSync(await read(place.offset, place.length));
    const [, column, row] = tileIdToZxy(place.tile);
    for (const { extent, features } of readVectorTile(tile, (name) => name === 'street_labels')) {
      for (const { type, properties, geometry } of features) {
        const { name: street, kind } = properties;
        if (type !== LINE || typeof street !== 'string' || !STREETS.has(String(kind))) continue;
        const { positions, ends } = geometry;
        for (const [at, end] of ends.entries())
          for (const [x, y] of walk(positions.subarray(ends[at - 1] ?? 0, end)))
            if (x >= 0 && x < extent && y >= 0 && y < extent)
              houses.push({ street, ...toDegrees(column + x / extent, row + y / extent) });
      }
    }
  }
  return houses;
}

/** Yields positions beside a line at regular distances, on alternating sides. */
function* walk(line: Int32Array): Generator<[x: number, y: number]> {
  let next = HOUSE_EVERY / 2;
  let side = 1;
  for (let at = 2; at < line.length; at += 2) {
    const alongX = line[at]! - line[at - 2]!;
    const alongY = line[at + 1]! - line[at - 1]!;
    const length = Math.hypot(alongX, alongY);
    for (; next < length; next += HOUSE_EVERY, side = -side) {
      const aside = (side * DOOR) / length;
      yield [
        line[at - 2]! + (alongX * next) / length - alongY * aside,
        line[at - 1]! + (alongY * next) / length + alongX * aside,
      ];
    }
    next -= length;
  }
}

function toDegrees(column: number, row: number): { latitude: number; longitude: number } {
  const round = (degrees: number) => Math.round(degrees * 1e5) / 1e5;
  const tile = WORLD / 2 ** ZOOM;
  return { latitude: round(latitudeAt(row * tile)), longitude: round(longitudeAt(column * tile)) };
}
