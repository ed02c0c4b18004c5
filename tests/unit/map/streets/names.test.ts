import { describe, expect, it } from 'vitest';
import { placeLabels } from '../../../../src/lib/map/place-labels.ts';
import { listNames } from '../../../../src/lib/map/streets/name-candidates.ts';
import { readStreetTile } from '../../../../src/lib/map/streets/tile-reader.ts';
import { finish } from '../finish.ts';
import { frameOf } from '../frame-of.ts';
import { makeTile, type Thing } from './make-tile.ts';

/** The names placed on tiles of 1,024 pixels side by side, each unit a quarter of a pixel. */
function namesOn(tiles: readonly (readonly Thing[])[], { zoom = 16, language = 'en' } = {}) {
  const placed = tiles.map((things, at) => ({
    ...{ west: at * 1024, north: 0, pixelsPerUnit: 0.25 },
    tile: finish(readStreetTile(makeTile(things))),
  }));
  return listNames(placed, frameOf(1024 * tiles.length, 1024, zoom), language, (text) => text.length * 6);
}

const street = (name: string, positions: number[], more: Record<string, string> = {}): Thing => [
  'road_names',
  'line',
  positions,
  { name, kind: 'primary', ...more },
];

const coursesOf = (names: ReturnType<typeof namesOn>) =>
  names.flatMap((name) => ('runs' in name ? name.runs.map(({ course }) => course) : []));

describe('names on streets', () => {
  it('names are in the shopper’s language if the tile has it', () => {
    const road = street('Mill Lane', [0, 2000, 4096, 2000], { name_pl: 'Młyńska' });
    expect(namesOn([[road]], { language: 'pl' })).toMatchObject([{ text: 'Młyńska' }]);
    expect(namesOn([[road]], { language: 'de' })).toMatchObject([{ text: 'Mill Lane' }]);
  });

  it('names read from left to right, whichever way the street was drawn', () => {
    for (const positions of [
      [0, 2000, 4096, 2200],
      [4096, 2200, 0, 2000],
    ]) {
      const courses = coursesOf(namesOn([[street('Mill Lane', positions)]]));
      expect(courses.length).toBeGreaterThan(0);
      for (const course of courses) expect(course.at(-2)).toBeGreaterThan(course[0]!);
    }
  });

  it('a name is written once, even if the street crosses two tiles', () => {
    const tiles = [0, 1].map(() => [street('Mill Lane', [0, 2000, 4096, 2000])]);
    const placed = placeLabels(namesOn(tiles), []);
    expect(placed).toHaveLength(1);
  });

  it('names run along streets that are cut by overlapping tiles, at junctions, and where the kind changes', () => {
    const name = 'A long name of a street';
    const tiles = [
      [street(name, [3776, 2000, 4160, 2000])],
      [
        street(name, [-64, 2000, 150, 2000], { kind: 'secondary' }),
        street(name, [330, 2010, 170, 2010], { kind: 'secondary' }),
      ],
    ];
    expect(namesOn(tiles).map(({ text }) => text)).toEqual([name]);
    // Not around a corner, nor over a gap.
    expect(namesOn([tiles[0]!, [street(name, [0, 2000, 0, 2400])]])).toEqual([]);
    expect(namesOn([tiles[0]!, [street(name, [80, 2000, 400, 2000])]])).toEqual([]);
  });

  it('names are smaller at zooms where most streets are shorter than their names', () => {
    const road = street('Mill Lane', [0, 2000, 4096, 2000]);
    expect(namesOn([[road]], { zoom: 15 })).toMatchObject([{ style: 'far-street' }]);
    expect(namesOn([[road]], { zoom: 16 })).toMatchObject([{ style: 'street' }]);
  });

  it('a name moves along the street to avoid a pin, and is never under one', () => {
    const names = namesOn([[street('Mill Lane', [0, 2000, 4096, 2000])]]);
    const pin = { left: 480, right: 544, top: 460, bottom: 520 };
    const [beside] = placeLabels(names, [pin]);
    const course = beside !== undefined && 'run' in beside ? beside.run.course : [];
    expect(course.length).toBeGreaterThan(0);
    expect(course[0]! > pin.right || course.at(-2)! < pin.left).toBe(true);
    const wall = { left: 0, right: 1024, top: 460, bottom: 540 };
    expect(placeLabels(names, [wall])).toEqual([]);
  });

  it('names are written whatever kinds other places and roads of the tile have', () => {
    const others = ['constructor', 'toString', '__proto__'].flatMap((kind): Thing[] => [
      ['places', 'point', [1500, 1500], { name: 'Old Town', kind }],
      street('Mill Lane', [0, 3000, 4096, 3000], { kind, ref: 'A 1' }),
    ]);
    const names = namesOn([[...others, street('High Street', [0, 2000, 4096, 2000])]]);
    expect(names.map(({ text }) => text)).toEqual(['High Street']);
  });

  it('names turn no corner, and stay on the screen', () => {
    const corner = [2000, 2000, 2000, 2200, 2200, 2200, 2200, 2000, 2400, 2000];
    expect(namesOn([[street('A long name of a street', corner)]])).toEqual([]);
    const courses = coursesOf(namesOn([[street('Mill Lane', [-800, 2000, 4900, 2300])]]));
    expect(courses.length).toBeGreaterThan(0);
    for (const course of courses)
      for (let at = 0; at < course.length; at += 2) expect(course[at]).toBeGreaterThanOrEqual(0);
  });

  it('names in scripts with joined letters appear only on straight streets', () => {
    const bend = Array.from({ length: 40 }, (_, at) => [
      2000 + 1500 * Math.cos(at / 20),
      2000 + 1500 * Math.sin(at / 20),
    ]).flat();
    expect(namesOn([[street('Mill Lane', bend)]])).toHaveLength(1);
    expect(namesOn([[street('شارع الملك فيصل', bend)]])).toEqual([]);
    expect(namesOn([[street('شارع الملك', [0, 2000, 4096, 2000])]])).toHaveLength(1);
  });

  it('names of water need water of their size: a fountain’s name would look like the square’s', () => {
    const waterOf = (side: number): Thing[] => [
      ['water', 'area', [2000, 2000, 2000 + side, 2000, 2000 + side, 2000 + side, 2000, 2000 + side], {}],
      ['water_names', 'point', [2000 + side / 2, 2000 + side / 2], { name: 'Mill Pond' }],
    ];
    expect(namesOn([waterOf(400)]).map(({ text }) => text)).toEqual(['Mill Pond']);
    expect(namesOn([waterOf(100)])).toEqual([]);
    // Of its own water, not of a lake around it.
    const lake: Thing = ['water', 'area', [0, 0, 4096, 0, 4096, 4096, 0, 4096], {}];
    expect(namesOn([[lake, ...waterOf(100)]])).toEqual([]);
  });

  it('places come first, then large roads; house numbers come last, at high zooms only', () => {
    const things: Thing[] = [
      ['house_numbers', 'point', [500, 500], { number: '7' }],
      street('Mill Lane', [0, 3000, 4096, 3000], { kind: 'minor' }),
      street('High Street', [0, 2000, 4096, 2000]),
      ['places', 'point', [1500, 1500], { name: 'Old Town', kind: 'suburb', rank: 4 }],
    ];
    expect(namesOn([things]).map(({ text }) => text)).toEqual(['Old Town', 'High Street', 'Mill Lane']);
    const near = namesOn([things], { zoom: 18 });
    expect(near.map(({ text }) => text)).toEqual(['High Street', 'Mill Lane', '7']);
  });
});
