import { AppError } from '#platform/errors.ts';
import { keysInSquare } from './morton.ts';
import { VarintReader, writeVarint } from './varint.ts';

/** A quadtree square whose points form one block. */
export interface Block {
  /** Index among the manifest's non-empty squares; used in the block's file name. */
  index: number;
  level: number;
  /** First Morton key of the square. */
  key: number;
  /** Ordinal of the first point among all points of the snapshot. */
  start: number;
  count: number;
  /** Centroid of the points, in 64ths of the square's side from its north-western corner. */
  centroidX: number;
  centroidY: number;
}

/** The encoded fields of a square. */
export type WrittenSquare = Omit<Block, 'index' | 'start'>;

/** Unit of centroids: this fraction of the square's side. */
export const CENTROID_STEPS = 64;
/** The table stores centroids in 16ths of the side, so one step is four units. */
const STEPS = 16;
const STEP = CENTROID_STEPS / STEPS;
/** Bit that is always set in a letter's code. */
const LETTER = 0x40;
/** Bit that is set in lower-case letters only. */
const SMALL = 0x20;
/** Mask for a letter's position in the alphabet, from 1. */
const PLACE = 0x1f;
/** Matches characters outside the letters for levels 0 (the world) to 26. */
const NO_LEVEL = /[^A-[a-{]/;

/**
 * Encodes the squares. They tile the world in key order, so their levels determine their positions. Each
 * square is one letter: `A` or `a` for the world, a capital if the square contains points.
 * @param squares all squares, including empty ones, sorted by key
 */
export function encodeSquares(squares: readonly WrittenSquare[]): string {
  return squares
    .map(({ level, count }) => String.fromCharCode((level + 1) | LETTER | (count > 0 ? 0 : SMALL)))
    .join('');
}

/** Encodes the table of non-empty squares: their numbers of points as varints, then one byte each for the centroids. */
export function encodeBlockTable(squares: readonly WrittenSquare[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const blocks = squares.filter(({ count }) => count > 0);
  for (const { count } of blocks) writeVarint(count, bytes);
  for (const { centroidX, centroidY } of blocks) bytes.push(stepOf(centroidY) * STEPS + stepOf(centroidX));
  return Uint8Array.from(bytes);
}

/**
 * Decodes the blocks, which are the squares that contain points.
 * @param squares output of `encodeSquares`
 * @param table output of `encodeBlockTable`
 * @throws AppError `malformed` if the squares don't tile the world or the table belongs to other squares
 */
export function decodeBlockTable(squares: string, table: Uint8Array): Block[] {
  try {
    return readTable(readSquares(squares), table);
  } catch (error) {
    const problem = (error as RangeError).message;
    throw new AppError('malformed', `The snapshot's table of blocks can't be used: ${problem}.`, {
      problems: [problem],
    });
  }
}

function readTable(blocks: Block[], table: Uint8Array): Block[] {
  const reader = new VarintReader(table);
  let start = 0;
  for (const block of blocks) {
    block.count = reader.read();
    if (block.count === 0) throw new RangeError('a block is empty');
    block.start = start;
    start += block.count;
  }
  const centroids = table.subarray(reader.position);
  if (centroids.length !== blocks.length) throw new RangeError('it belongs to other squares');
  for (const block of blocks) {
    const steps = centroids[block.index]!;
    // Use the middle of the step.
    block.centroidX = ((steps % STEPS) + 0.5) * STEP;
    block.centroidY = (Math.floor(steps / STEPS) + 0.5) * STEP;
  }
  return blocks;
}

/**
 * Parses the squares that contain points; `readTable` fills in their counts.
 * @throws RangeError if the squares don't tile the world
 */
function readSquares(squares: string): Block[] {
  if (NO_LEVEL.test(squares)) throw new RangeError('a square has no level');
  const blocks: Block[] = [];
  let end = 0;
  for (const { index, level, key } of listSquares(squares)) {
    const size = keysInSquare(level);
    if (key % size !== 0) throw new RangeError('the squares do not fit together');
    if (index !== null) blocks.push({ index, level, key, start: 0, count: 0, centroidX: 0, centroidY: 0 });
    end = key + size;
  }
  if (end !== keysInSquare(0)) throw new RangeError('the squares do not cover the world');
  return blocks;
}

/**
 * Lists the encoded squares without validation. `index` is the index of the block; null for an empty
 * square.
 */
export function* listSquares(
  squares: string,
): Generator<{ index: number | null; level: number; key: number }> {
  let blocks = 0;
  let key = 0;
  for (const letter of squares) {
    const code = letter.charCodeAt(0);
    const level = (code & PLACE) - 1;
    yield { index: code & SMALL ? null : blocks++, level, key };
    key += keysInSquare(level);
  }
}

function stepOf(centroid: number): number {
  return Math.max(0, Math.min(STEPS - 1, Math.floor(centroid / STEP)));
}
