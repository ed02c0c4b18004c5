import { AppError } from '../contract/errors.ts';
import type { SnapshotManifest } from '../contract/snapshot.ts';
import { AXIS_BITS } from './mercator.ts';
import { keysInSquare } from './morton.ts';

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

type WrittenBlocks = SnapshotManifest['blocks'];

/** How finely a centroid is told. */
const CENTROID_STEPS = 64;
/** 64 characters that JSON leaves as they are. */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const FIRST_LEVEL = 'a'.charCodeAt(0);

/**
 * Writes the table of blocks. The squares tile the world in the order of their keys, so a square's level says where it lies:
 * one character each, empty squares included.
 * @param squares all squares, empty ones too, in the order of their keys
 */
export function encodeBlockTable(squares: readonly Omit<Block, 'index' | 'start'>[]): WrittenBlocks {
  let levels = '';
  let centroids = '';
  for (const { level, count, centroidX, centroidY } of squares) {
    levels += String.fromCharCode(FIRST_LEVEL + level);
    if (count > 0) centroids += encodeStep(centroidX) + encodeStep(centroidY);
  }
  return { levels, counts: squares.map(({ count }) => count), centroids };
}

/**
 * Reads the table of blocks that hold points.
 * @throws AppError `malformed` when the squares don't tile the world or the columns don't match
 */
export function decodeBlockTable({ levels, counts, centroids }: WrittenBlocks): Block[] {
  if (levels.length !== counts.length) refuse('levels and counts differ in length');
  const blocks: Block[] = [];
  let key = 0;
  let start = 0;
  for (let at = 0; at < levels.length; at++) {
    const level = levels.charCodeAt(at) - FIRST_LEVEL;
    if (level < 0 || level > AXIS_BITS) refuse(`"${levels[at]}" is no level`);
    const size = keysInSquare(level);
    if (key % size !== 0) refuse('the squares do not fit together');
    const count = counts[at]!;
    if (count > 0) {
      const digit = blocks.length * 2;
      const centroidX = decodeStep(centroids[digit]);
      const centroidY = decodeStep(centroids[digit + 1]);
      blocks.push({ index: blocks.length, level, key, start, count, centroidX, centroidY });
    }
    key += size;
    start += count;
  }
  if (key !== keysInSquare(0)) refuse('the squares do not cover the world');
  return blocks;
}

function encodeStep(step: number): string {
  return DIGITS.charAt(Math.max(0, Math.min(CENTROID_STEPS - 1, Math.floor(step))));
}

/** The middle of the step. */
function decodeStep(digit: string | undefined): number {
  const step = digit === undefined ? -1 : DIGITS.indexOf(digit);
  if (step < 0) refuse('a centroid is missing');
  return step + 0.5;
}

function refuse(problem: string): never {
  throw new AppError('malformed', `The snapshot's table of blocks can't be used: ${problem}.`, {
    problems: [problem],
  });
}
