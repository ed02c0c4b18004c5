import { AppError } from '../contract/errors.ts';
import { keysInSquare } from './morton.ts';
import { VarintReader, writeVarint } from './varint.ts';

/** A square of the quad tree whose points are one block. */
export interface Block {
  /** Position in the manifest, empty squares not counted; names the block's file. */
  index: number;
  level: number;
  /** First Morton key of the square. */
  key: number;
  /** Position of the first point among all points of the snapshot. */
  start: number;
  count: number;
  /** Where the points' centroid lies, in 64ths of the square's side from its north-western corner. */
  centroidX: number;
  centroidY: number;
}

/** What is written of a square. */
export type WrittenSquare = Omit<Block, 'index' | 'start'>;

/** A centroid is counted in so many parts of its square's side. */
export const CENTROID_STEPS = 64;
/** In the table it is told in 16ths of the side: four of those parts each. */
const STEPS = 16;
const STEP = CENTROID_STEPS / STEPS;
/** In a letter's code: always set. */
const LETTER = 0x40;
/** In a letter's code: set in small letters only. */
const SMALL = 0x20;
/** In a letter's code: its place in the alphabet, from 1. */
const PLACE = 0x1f;
/** What no letter is, from that of the world to that of level 26. */
const NO_LEVEL = /[^A-[a-{]/;

/**
 * Writes which squares there are. They tile the world in the order of their keys, so a square's level says where it lies: a letter each,
 * `A` or `a` for the world, a capital where the square holds points.
 * @param squares all of them, empty ones too, in the order of their keys
 */
export function encodeSquares(squares: readonly WrittenSquare[]): string {
  return squares
    .map(({ level, count }) => String.fromCharCode((level + 1) | LETTER | (count > 0 ? 0 : SMALL)))
    .join('');
}

/** Writes what is known of each square that holds points: the numbers of points as varints, then a byte each for the centroids. */
export function encodeBlockTable(squares: readonly WrittenSquare[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const blocks = squares.filter(({ count }) => count > 0);
  for (const { count } of blocks) writeVarint(count, bytes);
  for (const { centroidX, centroidY } of blocks) bytes.push(stepOf(centroidY) * STEPS + stepOf(centroidX));
  return Uint8Array.from(bytes);
}

/**
 * Reads the blocks: squares that hold points.
 * @param squares as `encodeSquares` wrote them
 * @param table as `encodeBlockTable` wrote it
 * @throws AppError `malformed` when the squares don't tile the world or the table is that of others
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
  if (centroids.length !== blocks.length) throw new RangeError('it is of other squares');
  for (const block of blocks) {
    const steps = centroids[block.index]!;
    // The middle of the step.
    block.centroidX = ((steps % STEPS) + 0.5) * STEP;
    block.centroidY = (Math.floor(steps / STEPS) + 0.5) * STEP;
  }
  return blocks;
}

/** Reads which squares hold points, and where they lie; how many points, the table tells. @throws RangeError when they don't tile the world */
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

/** The squares as they are written, unchecked. `index` is that of the block; null where no points are. */
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
