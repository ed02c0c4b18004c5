import { AppError } from '#platform/errors.ts';
import { writeVarint, VarintReader } from './varint.ts';

/** The points of one square, sorted by Morton key. */
interface BlockColumns {
  readonly keys: Float64Array;
  /** Index of each point's class in the manifest's `facets`. */
  readonly facets: Uint16Array;
}

/** A decoded block. It parses ids only on demand, because they use most of the memory. */
export interface DecodedBlock extends BlockColumns {
  /** @throws AppError `malformed` */
  readIds(): readonly string[];
}

/**
 * Encodes a block: the number of points, then one column after another, which compresses better: classes
 * and key differences as varints, and the ids as a JSON array.
 * @param squareKey the first key of the block's square
 */
export function encodeBlock(
  { keys, facets, ids }: BlockColumns & { readonly ids: readonly string[] },
  squareKey: number,
): Uint8Array<ArrayBuffer> {
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
 * Reads a block's numeric columns and validates only their length. They are all that the first pins need.
 * @param squareKey the first key of the block's square
 * @returns the columns, and the offset of the ids
 * @throws RangeError if it is truncated
 */
export function readColumns(
  bytes: Uint8Array,
  squareKey: number,
): { facets: Float64Array; keys: Float64Array; idsAt: number } {
  const reader = new VarintReader(bytes);
  const count = reader.read();
  // A point takes at least two bytes. Without this check, a number in the file would decide how much memory
  // is allocated.
  if (count * 2 > bytes.length) throw new RangeError('it is cut off');
  const facets = new Float64Array(count).map(() => reader.read());
  let key = squareKey;
  const keys = new Float64Array(count).map(() => (key += reader.read()));
  return { facets, keys, idsAt: reader.position };
}

/**
 * Decodes a block and checks it against the manifest: rejects a truncated block, or one that belongs to
 * another square.
 * @param expected the square's first key, the number of keys in it, its number of points, and the manifest's number of classes
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
  // Keys are ascending, so the last one is the greatest.
  if (!((keys.at(-1) ?? squareKey) < squareKey + keysInSquare)) refuse('a point lies outside its square');
  const text = bytes.subarray(idsAt);
  // Check the end of the ids now, so that a truncated block is rejected as a whole.
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
