import { AppError } from '../../src/lib/contract/errors.ts';
import { readPoint, type Point } from '../../src/lib/contract/point.ts';
import {
  chunkFile,
  type TableName,
  tableIndexFile,
  tablePageFile,
} from '../../src/lib/snapshot-format/layout.ts';
import type { SnapshotFiles } from '../../src/lib/network/snapshot-files.ts';
import type { KeptData } from './kept-data.ts';
import { splitList } from '../../platform-client/scan-json.ts';

/** Looks up single points in one version of the published network (docs/snapshot-format.md). */
export type PointLookUp = ReturnType<typeof createPointLookUp>;

/** A page of a table of ids, sorted, with the ordinal of each; set-aside ids have none. */
interface IdPage {
  ids: string[];
  ordinals: Uint32Array;
}

/** A parsed file, and its approximate size in memory; null if its format is wrong. */
type Read<Value> = { value: Value; bytes: number } | null;

/** A file of items, with the start of each. Kept as bytes, because parsed items take several times the memory. */
interface Chunk {
  bytes: Uint8Array;
  starts: Uint32Array;
}

/** Approximate memory of a string in an array, beyond its characters in the file. */
const BYTES_OF_AN_ID = 40;
const decoder = new TextDecoder();

/**
 * Opens a version for looking up single points. A look-up reads two or three files at first, and none while these are cached.
 * @param version prefix of the files in the cache
 */
export function createPointLookUp(files: SnapshotFiles, version: string, chunkSize: number, kept: KeptData) {
  async function take<Value>(name: string, read: (bytes: Uint8Array) => Read<Value>): Promise<Value> {
    const there = kept.get(`${version}/${name}`);
    if (there !== undefined) return there as Value;
    const entry = read(await files.readBytes(name));
    if (entry === null)
      throw new AppError('malformed', `${name} is not what was expected.`, { problems: [name] });
    kept.set(`${version}/${name}`, entry.value, entry.bytes);
    return entry.value;
  }

  /** @returns the ordinals of the id's page in a table, and its row there; null if it isn't in the table */
  async function findRow(
    table: TableName,
    id: string,
  ): Promise<{ ordinals: Uint32Array; row: number } | null> {
    const firstIds = await take(tableIndexFile(table), (bytes) => {
      const value = parse(bytes);
      return isTexts(value) ? { value, bytes: bytes.length + value.length * BYTES_OF_AN_ID } : null;
    });
    const page = countUpTo(firstIds, id) - 1;
    if (page < 0) return null;
    const { ids, ordinals } = await take(tablePageFile(table, page), (bytes) => readIdPage(bytes, table));
    const row = countUpTo(ids, id) - 1;
    return ids[row] === id ? { ordinals, row } : null;
  }

  /** The item at an ordinal; null if it has another id. @throws AppError */
  async function readItem(ordinal: number, id: string): Promise<Point | null> {
    const { bytes, starts } = await take(chunkFile(Math.floor(ordinal / chunkSize)), readChunk);
    const at = ordinal % chunkSize;
    const [start, next] = [starts[at], starts[at + 1]];
    if (start === undefined || next === undefined) return null;
    const reading = readPoint(parse(bytes.subarray(start, next - 1)));
    return 'point' in reading && reading.point.id === id ? reading.point : null;
  }

  return {
    readItem,
    /** Whether the platform lists the id with an unusable item: not in the version, but not gone either. @throws AppError */
    isRejected: async (id: string) => (await findRow('set-aside', id)) !== null,
    /** @returns null if the version doesn't have the id @throws AppError */
    async findPoint(id: string): Promise<Point | null> {
      const found = await findRow('ids', id);
      if (found === null) return null;
      const point = await readItem(found.ordinals[found.row]!, id);
      if (point !== null) return point;
      throw new AppError('malformed', 'The table of ids leads to another point.', { problems: ['ids'] });
    },
  };
}

/** Drops the reasons of set-aside ids, which the report contains. */
function readIdPage(bytes: Uint8Array, table: TableName): Read<IdPage> {
  const rows = parse(bytes);
  if (!Array.isArray(rows)) return null;
  const isSound = table === 'ids' ? isOrdinal : isText;
  const sound = (rows as unknown[]).filter(
    (row): row is [string, unknown] => Array.isArray(row) && isText(row[0]) && isSound(row[1]),
  );
  const ordinals = Uint32Array.from(table === 'ids' ? sound : [], ([, ordinal]) => ordinal as number);
  const value = { ids: sound.map(([id]) => id), ordinals };
  return { value, bytes: bytes.length + sound.length * BYTES_OF_AN_ID };
}

function readChunk(bytes: Uint8Array): Read<Chunk> {
  const starts = splitList(bytes);
  return starts === null ? null : { value: { bytes, starts }, bytes: bytes.length + starts.byteLength };
}

/** @throws AppError `malformed` */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new AppError('malformed', 'A file of the published network is not JSON.', { cause });
  }
}

const isOrdinal = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Number of keys, sorted by code unit, that are less than or equal to a key. */
function countUpTo(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (keys[middle]! <= key) low = middle + 1;
    else high = middle;
  }
  return low;
}
