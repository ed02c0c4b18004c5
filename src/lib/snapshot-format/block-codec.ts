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
export function encodeBlock({ keys, facets, ids }: BlockPoints, squareKey: number): Uint8Array<ArrayBuffer> {
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
 * Reads a block's numbers as they stand there, unchecked but for their number. The first pins are drawn from these alone.
 * @param squareKey the first key of the block's square
 * @returns the columns, and where the ids begin
 * @throws RangeError when it is cut off
 */
export function readColumns(
  bytes: Uint8Array,
  squareKey: number,
): { facets: Float64Array; keys: Float64Array; idsAt: number } {
  const reader = new VarintReader(bytes);
  const count = reader.read();
  // Each point takes two bytes at least: no number in a file decides alone how much memory is taken.
  if (count * 2 > bytes.length) throw new RangeError('it is cut off');
  const facets = new Float64Array(count).map(() => reader.read());
  let key = squareKey;
  const keys = new Float64Array(count).map(() => (key += reader.read()));
  return { facets, keys, idsAt: reader.position };
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
  const { squareKey, keysInSquare, count, facetCount } = expected;
  const { facets, keys, idsAt } = refuseOutOfRange(() => readColumns(bytes, squareKey));
  if (keys.length !== count) refuse(`it holds ${keys.length} points, not ${count}`);
  if (facets.some((facet) => facet >= facetCount)) refuse('a class is not in the manifest');
  // Keys never go down.
  if (!((keys.at(-1) ?? squareKey) < squareKey + keysInSquare)) refuse('a point lies outside its square');
  const text = bytes.subarray(idsAt);
  // The end is looked at now, so that a block that was cut off is refused as a whole.
  if (text.at(0) !== BRACKET_OPEN || text.at(-1) !== BRACKET_CLOSE) refuse('its ids are cut off');
  let ids: readonly string[] | null = null;
  return { keys, facets: Uint16Array.from(facets), readIds: () => (ids ??= parseIds(text, count)) };
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

function refuseOutOfRange<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    return refuse((error as RangeError).message);
  }
}

function refuse(problem: string): never {
  throw new AppError('malformed', `A block of the snapshot can't be used: ${problem}.`, {
    problems: [problem],
  });
}
