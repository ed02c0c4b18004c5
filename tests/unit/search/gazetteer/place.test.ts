import { describe, expect, it } from 'vitest';
import { openGazetteer } from '#search/gazetteer/open-gazetteer.ts';
import { createSnapshotFiles } from '#network/snapshot-files.ts';
import { distanceMetres } from '#network/distance.ts';
import { latitudeAt, longitudeAt } from '#network/snapshot-format/mercator.ts';
import { LINE, POINT } from '#network/vector-tile/read-vector-tile.ts';
import { writeVectorTile } from '#network/vector-tile/write-vector-tile.ts';
import { drawn, layer } from '../../../streets/made-up-archive.ts';
import { MATCH } from './made-up-match.ts';

const [COLUMN, ROW] = [8261, 6050];
const at = (x: number, y: number) => ({
  latitude: latitudeAt(ROW * 4096 + y),
  longitude: longitudeAt(COLUMN * 4096 + x),
});

const road = (name: string, ...positions: number[]) => drawn(LINE, [positions], { kind: 'minor', name });
const house = (number: string, x: number, y: number) => drawn(POINT, [[x, y]], { number });

/** A street from west to east at y 1000, one across it at x 2000, and their houses. A unit is 0.44 m here. */
const TILE = writeVectorTile([
  layer('road_names', road('Long Street', 0, 1000, 4000, 1000), road('Cross Street', 2000, 0, 2000, 4000)),
  layer(
    'house_numbers',
    house('1', 400, 960),
    house('3', 500, 960),
    house('7', 700, 960),
    house('2', 400, 1040),
    house('7;9', 900, 960),
    // Nearer to the other street, though with a number that both have.
    house('2', 2030, 1500),
    house('40', 1950, 1120),
    house('12-16', 1200, 1040),
  ),
]);

const match = { ...MATCH, name: 'Long Street', reach: 1_900, ...at(2000, 1000) };

const place = (number: string, tile: Uint8Array = TILE) => {
  const files = createSnapshotFiles('https://streets.test/streets/', (input) =>
    Promise.resolve(
      new Response((input as string).endsWith(`/14/${COLUMN}/${ROW}.mvt`) ? Uint8Array.from(tile) : null),
    ),
  );
  return openGazetteer({ files }).place({ ...match, house: number });
};

describe('a house in a street of the map', () => {
  it.each([
    ['1', 'exact', [400, 960]],
    ['2', 'exact', [400, 1040]],
    ['9', 'exact', [900, 960]],
    ['14', 'exact', [1200, 1040]],
    // Between 3 and 7 on its side.
    ['5', 'between', [600, 960]],
    // 3a stands beside 3.
    ['3a', 'between', [500, 960]],
    // It may be of the street across, as it is nearer to that.
    ['40', 'between', [1950, 1120]],
    ['999', 'street', [2000, 1000]],
    ['', 'street', [2000, 1000]],
  ] as const)('%j is %s', async (number, precision, [x, y]) => {
    const found = await place(number);
    expect(found.precision).toBe(precision);
    expect(distanceMetres(found.position, at(x, y))).toBeLessThan(3);
  });

  it('is its street where a tile is damaged', async () => {
    expect(await place('1', Uint8Array.of(26, 200, 1))).toMatchObject({ precision: 'street', known: false });
  });

  it('is never told to be known when only the street is', async () => {
    expect((await place('999')).known).toBe(false);
    expect((await place('1')).known).toBe(true);
  });
});
