import { AppError } from '../contract/errors.ts';
import { writeVarint, VarintReader } from './varint.ts';

/** The points of one square, in the order of their Morton keys. */
export interface BlockPoints {
  readonly keys: Float64Array;
  /** Position of each point's class in the manifest's `facets`. */
  readonly facets: Uint16Array;
  readonly ids: readonly string[];
}

/** A block as it is read: ids take up most of the room, and are made only when somebody asks for them. */
export interface DecodedBlock {
  readonly keys: Float64Array;
  readonly facets: Uint16Array;
  /** @throws AppError `malformed` */
  readIds(): readonly string[];
}

/**
 * Writes a block: number of points, then one column after the other (a compressor likes columns): classes, keys as differences,
 * both as varints, and the ids as a JSON array.
 * @param squareKey the first key of the block's square
 */
export function encodeBlock({ keys, facets, ids }: BlockPoints, squareKey: number): Uint8Array {
  const bytes: number[] = [];
  writeVarint(keys.length, bytes);
  for (const facet of facets) writeVarint(facet, bytes);
  let before = squareKey;
  for (const key of keys) {
    writeVarint(key - before, bytes);
    before = key;
  }
  const text = new TextEncoder().encode(JSON.stringify(ids));
  const block = new Uint8Array(bytes.length + text.length);
  block.set(bytes);
  block.set(text, bytes.length);
  return block;
}

/**
 * Reads a block, and checks that it is the one that the manifest promised: a truncated or foreign one is refused.
 * @param expected the square's first key, the number of keys in it, the number of points, and of the manifest's classes
 * @throws AppError `malformed`
 */
export function decodeBlock(
  bytes: Uint8Array,
  expected: { squareKey: number; keysInSquare: number; count: number; facetCount: number },
): DecodedBlock {
  const reader = new VarintReader(bytes);
  const count = reader.read();
  if (count !== expected.count) refuse(`it holds ${count} points, not ${expected.count}`);
  // Each point takes two bytes at least: no number in a file decides alone how much memory is taken.
  if (count * 2 > bytes.length) refuse('it is cut off');
  const facets = new Uint16Array(count);
  for (let at = 0; at < count; at++) {
    const facet = reader.read();
    if (facet >= expected.facetCount) refuse('a class is not in the manifest');
    facets[at] = facet;
  }
  const keys = new Float64Array(count);
  let key = expected.squareKey;
  for (let at = 0; at < count; at++) {
    key += reader.read();
    keys[at] = key;
  }
  if (!(key < expected.squareKey + expected.keysInSquare)) refuse('a point lies outside its square');
  const text = bytes.subarray(reader.position);
  // The end is looked at now, so that a block that was cut off is refused as a whole.
  if (text.at(0) !== BRACKET_OPEN || text.at(-1) !== BRACKET_CLOSE) refuse('its ids are cut off');
  let ids: readonly string[] | null = null;
  return { keys, facets, readIds: () => (ids ??= parseIds(text, count)) };
}

const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;

function parseIds(text: Uint8Array, count: number): readonly string[] {
  let ids: unknown;
  try {
    ids = JSON.parse(new TextDecoder().decode(text));
  } catch {
    refuse('its ids are not JSON');
  }
  if (!Array.isArray(ids) || ids.length !== count || !ids.every((id) => typeof id === 'string')) {
    return refuse('its ids do not match its points');
  }
  return ids;
}

function refuse(problem: string): never {
  throw new AppError('malformed', `A block of the snapshot can't be used: ${problem}.`, {
    problems: [problem],
  });
}
