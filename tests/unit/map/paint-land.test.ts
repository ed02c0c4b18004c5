import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LoadedTile } from '../../../src/lib/map/base-map-loader.ts';
import type { Frame } from '../../../src/lib/map/frame.ts';
import { type MapTileAddress, sideOf, TILE_UNITS } from '../../../src/lib/map/map-levels.ts';
import { BUFFER } from '../../../src/lib/map/map-tile.ts';
import { paintLand } from '../../../src/lib/map/paint-land.ts';
import type { Part } from '../../../src/lib/map/tile-reader.ts';
import { LOOK } from './streets/look.ts';

const UNITS_PER_PIXEL = 4;
const OVERLAP = TILE_UNITS * BUFFER;
/** A path that records its lines, in units of the tile: "x,y x,y". */
class RememberedPath {
  readonly lines: string[] = [];
  #at = '';
  readonly #describe = (x: number, y: number) => `${x * UNITS_PER_PIXEL},${y * UNITS_PER_PIXEL}`;
  moveTo(x: number, y: number): void {
    this.#at = this.#describe(x, y);
  }
  lineTo(x: number, y: number): void {
    const to = this.#describe(x, y);
    this.lines.push(`${this.#at} ${to}`);
    this.#at = to;
  }
  closePath(): void {}
}

beforeEach(() => vi.stubGlobal('Path2D', RememberedPath));
afterEach(() => vi.unstubAllGlobals());

function partOf(positions: number[]): Part {
  const xs = positions.filter((_, at) => at % 2 === 0);
  const ys = positions.filter((_, at) => at % 2 === 1);
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { positions: new Float32Array(positions), west, east, north, south };
}

/** Paints one tile that fills the frame. @returns the paths filled and stroked, by colour */
function paint(
  address: MapTileAddress,
  land: number[][],
  borders: number[][] = [],
  lakes: number[][] = [],
  hasBorders = true,
) {
  const side = sideOf(address.level);
  const [west, north] = [address.column * side, address.row * side];
  const frame: Frame = {
    west,
    north,
    unitsPerPixel: (side / TILE_UNITS) * UNITS_PER_PIXEL,
    width: TILE_UNITS / UNITS_PER_PIXEL,
    height: TILE_UNITS / UNITS_PER_PIXEL,
    view: { left: 0, top: 0, right: 0, bottom: 0 },
    zoom: 4,
  };
  const drawn: Record<string, string[]> = {};
  const context = {
    fillStyle: '',
    strokeStyle: '',
    fillRect: () => undefined,
    fill(path: RememberedPath) {
      drawn[this.fillStyle] = path.lines;
    },
    stroke(path: RememberedPath) {
      drawn[this.strokeStyle] = path.lines;
    },
  };
  const loaded: LoadedTile = {
    address,
    worldOffset: 0,
    tile: {
      land: land.map(partOf),
      lakes: lakes.map(partOf),
      borders: borders.map(partOf),
      places: [],
      villages: [],
      countries: [],
    },
    box: { west, north, east: west + side, south: north + side },
    isStandIn: false,
  };
  paintLand(
    context as unknown as CanvasRenderingContext2D,
    frame,
    { tiles: [loaded], missing: [] },
    LOOK.colours,
    hasBorders,
  );
  return drawn;
}

const square = (west: number, north: number, east: number, south: number) => [
  ...[west, north, east, north],
  ...[east, south, west, south],
];

describe('land that was cut at its tile’s edge', () => {
  const INLAND = { level: 2, column: 1, row: 1 } as const;

  it('land is filled up to the cut, and has a coast only on its own sides', () => {
    const cut = TILE_UNITS + OVERLAP;
    const { land, coast } = paint(INLAND, [square(1000, 1000, cut, 3000)]);
    expect(land).toEqual([`1000,1000 ${cut},1000`, `${cut},1000 ${cut},3000`, `${cut},3000 1000,3000`]);
    expect(coast).toEqual([`1000,1000 ${cut},1000`, `${cut},3000 1000,3000`, '1000,3000 1000,1000']);
  });

  it.each([
    ['west', square(-OVERLAP, 1000, 2000, 3000)],
    ['north', square(1000, -OVERLAP, 3000, 2000)],
    ['south', square(1000, 2000, 3000, TILE_UNITS + OVERLAP)],
  ])('a square cut in the %s has three coasts of four', (_side, ring) => {
    expect(paint(INLAND, [ring])['coast']).toHaveLength(3);
  });

  it('land that ends near the cut, on the tile’s own edge, has all its coasts', () => {
    expect(paint(INLAND, [square(1000, 1000, TILE_UNITS, 3000)])['coast']).toHaveLength(4);
  });

  it.each([
    ['in the first column', { level: 2, column: 0, row: 1 } as const, square(0, 1000, 2000, 3000)],
    ['in the last column', { level: 2, column: 3, row: 1 } as const, square(2000, 1000, TILE_UNITS, 3000)],
    ['at the south pole', { level: 2, column: 1, row: 3 } as const, square(1000, 2000, 3000, TILE_UNITS)],
    ['at the north pole', { level: 2, column: 1, row: 0 } as const, square(1000, 0, 3000, 2000)],
  ])('land has no coast along the edge of the world %s', (_where, address, ring) => {
    expect(paint(address, [ring])['coast']).toHaveLength(3);
  });

  it('every position on the cut is drawn, however near to the previous one', () => {
    const cut = TILE_UNITS + OVERLAP;
    const ring = [...[2000, 1000, cut, 1000, cut, 1001], ...[cut, 1002, cut, 3000, 2000, 3000]];
    const { land } = paint(INLAND, [ring]);
    expect(land).toContain(`${cut},1000 ${cut},1001`);
    expect(land).toContain(`${cut},1001 ${cut},1002`);
    // Inside the tile, points less than a pixel away are skipped.
    const inner = [...[2000, 1000, 3000, 1000, 3000, 1001], ...[3000, 1002, 3000, 3000, 2000, 3000]];
    expect(paint(INLAND, [inner])['land']).toHaveLength(3);
  });

  it('lakes have coasts, and are cut as the land is', () => {
    const cut = TILE_UNITS + OVERLAP;
    const lake = square(2000, 2000, cut, 3000);
    const { water, coast } = paint(INLAND, [square(-OVERLAP, -OVERLAP, cut, cut)], [], [lake]);
    expect(water).toEqual([`2000,2000 ${cut},2000`, `${cut},2000 ${cut},3000`, `${cut},3000 2000,3000`]);
    expect(coast).toEqual([`2000,2000 ${cut},2000`, `${cut},3000 2000,3000`, '2000,3000 2000,2000']);
  });

  it('borders are omitted where streets have their own', () => {
    expect(paint(INLAND, [], [[1000, 1000, 2000, 2000]])['border']).toHaveLength(1);
    expect(paint(INLAND, [], [[1000, 1000, 2000, 2000]], [], false)['border']).toEqual([]);
  });

  it('borders reach their ends, on the cut too', () => {
    const cut = TILE_UNITS + OVERLAP;
    expect(paint(INLAND, [], [[1000, 1000, cut, 1000, cut, 2000]])['border']).toEqual([
      `1000,1000 ${cut},1000`,
      `${cut},1000 ${cut},2000`,
    ]);
  });
});
