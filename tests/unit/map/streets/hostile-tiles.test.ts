import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRandom } from '../../../../sandbox/network/random.ts';
import { paintLabels } from '../../../../src/lib/map/paint-labels.ts';
import { listNames } from '../../../../src/lib/map/streets/name-candidates.ts';
import { paintTile } from '../../../../src/lib/map/streets/paint-tile.ts';
import { readStreetTile, type StreetTile } from '../../../../src/lib/map/streets/tile-reader.ts';
import { INPUTS } from '../../../security/fuzz/door.ts';
import { frameOf } from '../frame-of.ts';
import { createCountingContext } from './counting-context.ts';
import { LOOK } from './look.ts';
import { FULL_TILE, makeTile } from './make-tile.ts';

const ZOOM = 17;
/** One pixel of the map is four units at zoom 16, two at 17. */
const PIXELS_PER_UNIT = 0.5;
const FRAME = frameOf(2048, 2048, ZOOM);
const MAX_POSITIONS = 200_000;

/** The most positions one step may trace: twice what painting aims at, for parts of two positions. */
const MAX_POSITIONS_A_STEP = 8_000;

/** Runs all steps; none may trace more than a slow phone does in some milliseconds. */
function finish<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const before = canvas.counts.positions;
    const step = work.next();
    if (canvas.counts.positions - before > MAX_POSITIONS_A_STEP) throw new RangeError('a step too long');
    if (step.done) return step.value;
  }
}

const canvas = createCountingContext();

/** Reads a tile, paints it, and places its names. */
function draw(bytes: Uint8Array): { tile: StreetTile; names: number } {
  const tile = finish(readStreetTile(bytes));
  const cutout = { west: 0, north: 0, side: 4096, unitsPerPixel: 1 / PIXELS_PER_UNIT, zoom: ZOOM };
  finish(paintTile(canvas.context, tile, cutout, LOOK));
  const place = { tile, west: 0, north: 0, pixelsPerUnit: PIXELS_PER_UNIT };
  const names = listNames([place], FRAME, 'pl', (text) => text.length * 6);
  paintLabels(canvas.context, names, [], LOOK);
  return { tile, names: names.length };
}

const countPositions = (tile: StreetTile): number =>
  Object.values(tile)
    .flat()
    .flatMap(({ parts }) => parts)
    .reduce((sum, { positions }) => sum + positions.length / 2, 0);

describe('a hostile street tile', () => {
  beforeEach(() => vi.stubGlobal('Path2D', canvas.CountingPath));
  afterEach(() => vi.unstubAllGlobals());

  it('tiles of any bytes are drawn as far as possible', () => {
    const whole = makeTile(FULL_TILE);
    const next = createRandom(Number(process.env['FUZZ_SEED'] ?? 1));
    const random = (below: number) => Math.floor(next() * below);
    let drawn = 0;
    for (let input = 0; input < INPUTS; input++) {
      const bytes = Uint8Array.from(whole.subarray(0, random(8) === 0 ? random(whole.length) : whole.length));
      for (let change = random(6); change >= 0; change--) bytes[random(bytes.length)] = random(256);
      const { tile } = draw(bytes);
      // Each position takes two bytes: no more positions than the bytes can hold.
      expect(countPositions(tile)).toBeLessThanOrEqual(bytes.length / 2);
      if (tile.ground !== undefined) drawn++;
    }
    // Most of them show something.
    expect(drawn).toBeGreaterThan(INPUTS / 2);
  });

  it('the part before the broken one is drawn', () => {
    const whole = makeTile(FULL_TILE);
    const { tile } = draw(whole.subarray(0, whole.length - 40));
    expect(tile).toMatchObject({ ground: { length: 2 }, roads: { length: 3 } });
    expect(tile).not.toHaveProperty('stations');
  });

  it('no more is drawn than a screen can show', () => {
    const line = Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 4096);
    const { tile } = draw(
      makeTile(Array.from({ length: 10 }, () => ['roads', 'line', line, { kind: 'minor' }])),
    );
    expect(countPositions(tile)).toBeLessThanOrEqual(MAX_POSITIONS);
    const numbers = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 4096);
    const many = draw(makeTile([['house_numbers', 'point', numbers, { number: '1' }]]));
    expect(many.names).toBeLessThanOrEqual(600);
  });

  it('names that would hide or reverse others aren’t written', () => {
    canvas.texts.length = 0;
    const names = ['\u202Eteertsdaorb', 'a'.repeat(5_000), `Z${'\u0300'.repeat(50)}`, '\u0000\u200B', '<b>'];
    const places = names.map((name, at): [string, 'point', number[], { name: string; kind: string }] => [
      'places',
      'point',
      [500, 500 + at * 700],
      { name, kind: 'locality' },
    ]);
    draw(makeTile(places));
    expect(canvas.texts.toSorted()).toEqual(['<b>', 'teertsdaorb']);
  });
});
