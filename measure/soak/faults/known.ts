import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { MovedList } from '../../../sandbox/points.ts';
import { generateNetwork } from '../../../sandbox/network/generate.ts';
import { readPoint, type Point } from '../../../packages/platform/point.ts';

export const POINTS = 1_500;
/** Points are added and removed at the front of the list; those further back stay. */
const MOVING = 100;

type Item = Record<string, unknown>;

/** The contents of the platform's list, known without a request: the sandbox generates the same points each time. */
export class KnownNetwork {
  readonly #items = new Map<string, Item>();
  readonly #list: MovedList;
  /** Points with a usable position that stay in the list all the time. */
  readonly steady: Point[] = [];

  /** @param imageBase origin of the platform's API host */
  constructor(imageBase: string) {
    const network = generateNetwork({ points: POINTS, seed: 1, imageBase });
    this.#list = new MovedList(network);
    for (let at = 0; at < network.count; at++) {
      const item = JSON.parse(network.jsonAt(at)) as Item;
      const reading = readPoint(item);
      if (!('point' in reading) || this.#items.has(reading.point.id)) continue;
      this.#items.set(reading.point.id, item);
      if (at >= MOVING) this.steady.push(reading.point);
    }
  }

  /** Removes points from `steady` that are set aside because they are misplaced, which only the whole network shows. */
  leaveOut(ids: ReadonlySet<string>): void {
    this.steady.splice(0, Infinity, ...this.steady.filter(({ id }) => !ids.has(id)));
  }

  /** Changes the list as a fault of the platform does. */
  move(mode: 'insert' | 'remove', points: number): void {
    this.#list[mode](points);
  }

  /** Returns the id of the first point in the list: the newest one, if points were added. */
  firstId(): string {
    return (JSON.parse(this.#list.jsonAt(0)) as { id: string }).id;
  }

  /** Returns the platform's item with an id, if its position is usable. Points that were added later are found too. */
  itemOf(id: string): Item | undefined {
    const twin = this.#items.get(id.replace(/-NEW\d+$/, ''));
    return twin && { ...twin, id };
  }

  /** Returns the ids of all points that are currently in the list and have a usable position. */
  listIds(): Set<string> {
    const items = Array.from({ length: this.#list.count }, (_, at) =>
      readPoint(JSON.parse(this.#list.jsonAt(at))),
    );
    return new Set(items.flatMap((reading) => ('point' in reading ? [reading.point.id] : [])));
  }
}

/** A published version on disk. */
export interface KnownVersion {
  /** The SHA-256 hash of each of its files. */
  hashes: Map<string, string>;
  ids: Set<string>;
  /** Ids that were set aside because their coordinates were swapped. */
  swapped: Set<string>;
}

const NO_CONTENT = /\.(br|gz)$|^(report\.|manifest\.json)/;

/**
 * Reads a whole version and verifies its name, which is a hash over its files.
 * @throws Error if the name differs, or if an item isn't the platform's
 */
export async function readVersion(
  folder: string,
  version: string,
  known: KnownNetwork,
): Promise<KnownVersion> {
  const root = join(folder, version);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((name) => !NO_CONTENT.test(name))
    .sort();
  const hashes = new Map<string, string>();
  const items: Item[] = [];
  for (const name of names) {
    const bytes = await readFile(join(root, name));
    hashes.set(name, hashOf(bytes));
    if (name.startsWith('chunks/')) items.push(...(JSON.parse(bytes.toString()) as Item[]));
  }
  const whole = createHash('sha256');
  for (const [name, hash] of hashes) whole.update(`${name}\0${hash}\n`);
  if (whole.digest('hex').slice(0, 16) !== version)
    throw new Error(`${version}: the content doesn't match the name`);
  const strange = items.find((item) => !isDeepStrictEqual(item, known.itemOf(String(item['id']))));
  if (strange !== undefined) throw new Error(`${version}: ${String(strange['id'])} differs from the list`);
  const { setAside } = JSON.parse(await readFile(join(root, 'report.json'), 'utf8')) as {
    setAside: { id: string | null; reason: string }[];
  };
  const swapped = setAside.filter(({ reason }) => reason === 'coordinates_swapped').map(({ id }) => id ?? '');
  return { hashes, ids: new Set(items.map((item) => String(item['id']))), swapped: new Set(swapped) };
}

/** @returns the current version; null if there is none */
export function readCurrent(folder: string): { version: string; earlier?: string[]; count: number } | null {
  const path = join(folder, 'manifest.json');
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { version: string; count: number })
    : null;
}

/**
 * Finds the points that are in the list but not in the published version, and those in the version that aren't in the list.
 * @returns ids
 */
export function findLost(version: KnownVersion, listed: ReadonlySet<string>): string[] {
  return [
    ...[...listed].filter((id) => !version.ids.has(id) && !version.swapped.has(id)),
    ...[...version.ids].filter((id) => !listed.has(id)),
  ];
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
