import { describe, expect, it } from 'vitest';
import { listCandidates } from '../../../src/lib/map/label-candidates.ts';
import { placeLabels } from '../../../src/lib/map/place-labels.ts';
import type { MapTile } from '../../../src/lib/map/map-tile.ts';
import { unitsOfPixels, unitX, unitY, WORLD } from '#network/snapshot-format/mercator.ts';
import { frameOf } from './frame-of.ts';

const NOTHING: MapTile = { land: [], lakes: [], borders: [], places: [], villages: [], countries: [] };
const place = (name: string, weight: number, latitude = 52, longitude = 21) => ({
  name,
  weight,
  x: unitX(longitude),
  y: unitY(latitude),
});

/** A tile of the whole world, seen with one copy on each side. */
function partsOf(content: Partial<MapTile>, standsFor: { west: number; east: number } | null = null) {
  const tile: MapTile = { ...NOTHING, ...content };
  const address = { level: 2, column: 0, row: 0 } as const;
  const tiles = [-WORLD, 0, WORLD].map((worldOffset) => ({
    address,
    worldOffset,
    tile,
    box: { west: 0, east: WORLD, ...standsFor, north: 0, south: WORLD },
    isStandIn: standsFor !== null,
  }));
  return { tiles, complete: true };
}

function candidatesAt(zoom: number, parts: ReturnType<typeof partsOf>, shift = 0) {
  const unitsPerPixel = unitsOfPixels(1, zoom);
  const frame = {
    ...frameOf(800, 600, zoom),
    west: unitX(21) + shift - 400 * unitsPerPixel,
    north: unitY(52) - 300 * unitsPerPixel,
    unitsPerPixel,
  };
  return listCandidates(
    parts,
    frame,
    (code) => `country ${code}`,
    (text) => text.length * 7,
  );
}

const textsAt = (...view: Parameters<typeof candidatesAt>) => candidatesAt(...view).map(({ text }) => text);

describe('candidates for names in a view', () => {
  const places = [place('Metropolis', 90_000), place('Town', 800), place('Village', 10)];

  it('large towns are named at low zooms, all towns at high ones', () => {
    expect(textsAt(3, partsOf({ places }))).toEqual(['Metropolis']);
    expect(textsAt(7, partsOf({ places }))).toEqual(['Metropolis', 'Town']);
    expect(textsAt(13, partsOf({ places }))).toEqual(['Metropolis', 'Town', 'Village']);
  });

  it('countries that are large enough come first, up to zoom 7', () => {
    const countries = [place('PL', 900), place('LU', 3)];
    expect(textsAt(5, partsOf({ countries }))).toEqual(['country PL']);
    expect(candidatesAt(7, partsOf({ countries }))).toEqual([]);
  });

  it('no letter of a name is covered by a pin', () => {
    const [town] = candidatesAt(7, partsOf({ places: [place('Town', 800)] }));
    /** Pins on the middle letter of the name in each place beside its spot. */
    const pins = town!.offsets.map(({ x, y }) => {
      const [middle, line] = [town!.x + x, town!.y + y];
      return { left: middle - 1.5, right: middle + 1.5, top: line - 6, bottom: line + 6 };
    });
    expect(placeLabels([{ ...town!, offsetsFar: [] }], pins)).toEqual([]);
    expect(placeLabels([town!], [])).toHaveLength(1);
  });

  it('a name is above or below a pin that covers its spot: beside it, it would look like a name of the sea', () => {
    const [town] = candidatesAt(7, partsOf({ places: [place('Town', 800)] }));
    const { x, y } = town!;
    const pin = { left: x - 15, right: x + 15, top: y - 15, bottom: y + 15 };
    expect(placeLabels([town!], [pin])).toMatchObject([{ x, showsDot: false }]);
    const others = [
      { ...pin, top: y - 45, bottom: y - 20 },
      { ...pin, top: y + 20, bottom: y + 45 },
    ];
    expect(placeLabels([{ ...town!, offsetsFar: [] }], [pin, ...others])).toEqual([]);
  });

  it('names are in the visible copy of the world', () => {
    for (const shift of [WORLD, -WORLD])
      expect(candidatesAt(7, partsOf({ places }), shift)[0]).toMatchObject({
        text: 'Metropolis',
        x: 400,
        y: 300,
      });
  });

  it('villages are named from zoom 10 on', () => {
    const parts = partsOf({ places: [place('Town', 800)], villages: [place('Part of it', 900)] });
    expect(textsAt(9, parts)).toEqual(['Town']);
    expect(textsAt(10, parts)).toEqual(['Part of it', 'Town']);
  });

  it('names of a coarser tile are used only where it replaces another', () => {
    const x = unitX(21);
    expect(candidatesAt(7, partsOf({ places }, { west: x, east: x + 1 }))).toHaveLength(2);
    expect(candidatesAt(7, partsOf({ places }, { west: x + 1, east: WORLD }))).toEqual([]);
  });

  it('names outside the view are omitted', () => {
    expect(candidatesAt(7, partsOf({ places: [place('Elsewhere', 90_000, 10, -60)] }))).toEqual([]);
  });
});
