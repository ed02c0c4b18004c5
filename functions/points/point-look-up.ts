import { AppError } from '#platform/errors.ts';
import { readPoint, type Point } from '#platform/point.ts';
import { tableIndexFile, type TableName, tablePageFile } from '#network/snapshot-format/look-up-tables.ts';
import { chunkFile } from '#network/snapshot-format/layout.ts';
import { partitionPoint } from '#network/snapshot-format/partition-point.ts';
import { parseSnapshotJson, type SnapshotFiles } from '#network/snapshot-files.ts';
import type { LruCache } from '../files/lru-cache.ts';
import { splitJsonList } from '#platform/scan-json.ts';
import { IN_FLIGHT, oncePerKey } from '#async/once.ts';
import { NO_TURNS, type Turns } from '../http/turns.ts';

/** Looks up single points in one version of the published network (docs/snapshot-format.md). */
export type PointLookUp = ReturnType<typeof createPointLookUp>;

/** Approximate memory of a string in an array, beyond its characters in the file. */
const BYTES_OF_AN_ID = 40;
const decoder = new TextDecoder();

/** Returns the content and its approximate size in memory; null if the format is wrong. */
type ParseFile<Value> = (file: Uint8Array) => { value: Value; bytes: number } | null;

/**
 * Opens a version for looking up single points. A look-up reads two or three files at first, and none while these are cached.
 * @param version prefix of the files in the cache
 * @param pause called before each file is read or searched
 */
export function createPointLookUp(
  files: SnapshotFiles,
  version: string,
  chunkSize: number,
  cache: LruCache,
  pause: Turns['pause'] = NO_TURNS.pause,
) {
  const readShared = oncePerKey(IN_FLIGHT, (name: string, parse: ParseFile<unknown>) =>
    cache.getOrRead(
      `${version}/${name}`,
      async () => {
        const content = parse(await files.readBytes(name));
        if (content !== null) return content;
        throw new AppError('malformed', `${name} has an unexpected format.`, { problems: [name] });
      },
      ({ bytes }) => bytes,
    ),
  );
  async function readFile<Value>(name: string, parse: ParseFile<Value>): Promise<Value> {
    await pause();
    return (await readShared(name, parse)).value as Value;
  }

  const readIndex = (table: TableName) =>
    readFile(tableIndexFile(table), (file) => {
      const value = parseBytes(file);
      return isTexts(value) ? { value, bytes: file.length + value.length * BYTES_OF_AN_ID } : null;
    });

  const readPage = (table: TableName, page: number) =>
    readFile(tablePageFile(table, page), (file) => parseIdPage(file, table));

  /** @returns the ordinals of the id's page in a table, and its row there; null if it isn't in the table */
  async function findRow(table: TableName, id: string) {
    const page = countUpTo(await readIndex(table), id) - 1;
    if (page < 0) return null;
    const { ids, ordinals } = await readPage(table, page);
    const row = countUpTo(ids, id) - 1;
    return ids[row] === id ? { ordinals, row } : null;
  }

  /** The item at an ordinal; null if it has another id. @throws AppError */
  async function readItem(ordinal: number, id: string): Promise<Point | null> {
    const { bytes, starts } = await readFile(chunkFile(Math.floor(ordinal / chunkSize)), parseChunk);
    const at = ordinal % chunkSize;
    const [start, next] = [starts[at], starts[at + 1]];
    if (start === undefined || next === undefined) return null;
    const reading = readPoint(parseBytes(bytes.subarray(start, next - 1)));
    return 'point' in reading && reading.point.id === id ? reading.point : null;
  }

  return {
    readItem,
    /** The table of ids, sorted, for finding similar ones. Its methods throw AppErrors. */
    idTable: {
      /** The first id of each page. */
      listFirstIds: (): Promise<readonly string[]> => readIndex('ids'),
      readIds: async (page: number): Promise<readonly string[]> => (await readPage('ids', page)).ids,
      hasId: async (id: string) => (await findRow('ids', id)) !== null,
    },
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

/**
 * A page of a table of ids, sorted, with the ordinal of each, but without the reasons of set-aside
 * ids, which the report contains.
 */
function parseIdPage(file: Uint8Array, table: TableName) {
  const rows = parseBytes(file);
  if (!Array.isArray(rows)) return null;
  const isSound = table === 'ids' ? isOrdinal : isText;
  const sound = (rows as unknown[]).filter(
    (row): row is [string, unknown] => Array.isArray(row) && isText(row[0]) && isSound(row[1]),
  );
  const ordinals = Uint32Array.from(table === 'ids' ? sound : [], ([, ordinal]) => ordinal as number);
  const value = { ids: sound.map(([id]) => id), ordinals };
  return { value, bytes: file.length + sound.length * BYTES_OF_AN_ID };
}

/**
 * A file of items, with the start of each. Cached as bytes, because parsed items take several times
 * the memory.
 */
function parseChunk(bytes: Uint8Array) {
  const starts = splitJsonList(bytes);
  return starts === null ? null : { value: { bytes, starts }, bytes: bytes.length + starts.byteLength };
}

/** @throws AppError `malformed` */
const parseBytes = (bytes: Uint8Array) =>
  parseSnapshotJson(decoder.decode(bytes), 'A file of the published network');

const isOrdinal = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isText = (value: unknown) => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** Number of keys, sorted by code unit, that are less than or equal to a key. */
export const countUpTo = (keys: readonly string[], key: string) =>
  partitionPoint(keys.length, (at) => keys[at]! <= key);
