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

/** Single points of one version of the published network (docs/snapshot-format.md). */
export type PointLookUp = ReturnType<typeof createPointLookUp>;

/** A page of a table of ids, in their order, with the ordinal of each; set-aside ones have none. */
interface IdPage {
  ids: string[];
  ordinals: Uint32Array;
}

/** What was read of a file, and the bytes that it takes, nearly; null where it isn't what was expected. */
type Read<Value> = { value: Value; bytes: number } | null;

/** A file of items: their bytes, since parsed they would take several times the room, and where each begins. */
interface Chunk {
  bytes: Uint8Array;
  starts: Uint32Array;
}

/** A string with its length and a place in a list takes about so much more than its letters in a file. */
const BYTES_OF_AN_ID = 40;
const decoder = new TextDecoder();

/**
 * Opens a version for looking up single points: two files are read for a point that nobody asked for before, and none from then on.
 * @param version names the files among those kept
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

  /** @returns the page of a table that has the id, and the row there; null when it isn't in the table */
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

  /** The item at an ordinal; null when it is another point's. @throws AppError */
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
    /** Whether the platform lists the id without a usable position: then the version has no such point, and yet it isn't gone. @throws AppError */
    isRejected: async (id: string) => (await findRow('set-aside', id)) !== null,
    /** @returns null when the version doesn't know the id @throws AppError */
    async findPoint(id: string): Promise<Point | null> {
      const found = await findRow('ids', id);
      if (found === null) return null;
      const point = await readItem(found.ordinals[found.row]!, id);
      if (point !== null) return point;
      throw new AppError('malformed', 'The table of ids leads to another point.', { problems: ['ids'] });
    },
  };
}

/** The reasons of set-aside ids aren't kept: the report has them. */
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

/** How many keys, sorted by code unit, are not above a key. */
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
