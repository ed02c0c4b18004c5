import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CELL_AFTER,
  GAZETTEER_FORMAT,
  GAZETTEER_INDEX,
  gazetteerPage,
  type GazetteerRow,
  foldRow,
  orderOf,
  GAZETTEER_ROWS_IN_PAGE,
  writePage,
} from '#search/gazetteer/format.ts';
import type { Collected } from './collect.ts';
import { makeGazetteerRows } from './gazetteer-rows.ts';
import { createBaseTowns, createTowns, type Towns } from './towns.ts';

const BEST = { level: 9 };
const EXAMPLES = 5;

/** Figures of a gazetteer, for the operator. */
export interface GazetteerReport {
  streets: number;
  /** Rows, with other names. */
  names: number;
  towns: number;
  landmarks: number;
  /** Streets with no town within reach. */
  withoutTown: { count: number; examples: string[] };
  /** Names that hold no letter or digit, by which nothing can be found. */
  unreadable: number;
  /** Tiles with more names than are looked at. */
  cut: number;
  bytes: number;
}

/**
 * Makes the files of a gazetteer in a folder.
 * @param staged path of the folder, which is replaced
 * @returns the version, a hash of all files; the countries of the towns; null if there are no names
 */
export function writeGazetteer(collected: Collected, staged: string) {
  const { rows, report } = makeRows(collected);
  if (rows.length === 0) return null;
  const { bytes, ...written } = writeRows(rows, staged);
  return { ...written, report: { ...report, bytes } };
}

/** @param rows sorted @param staged path of the folder, which is replaced */
export function writeRows(rows: readonly GazetteerRow[], staged: string) {
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  const write = (name: string, content: unknown) => {
    const text = JSON.stringify(content);
    hash.update(`${name}:${text.length}\n`).update(text);
    const packed = gzipSync(text, BEST);
    bytes += packed.length;
    writeFileSync(join(staged, `${name}.gz`), packed);
  };
  const keys: string[] = [];
  for (let from = 0; from < rows.length; from += GAZETTEER_ROWS_IN_PAGE) {
    const page = rows.slice(from, from + GAZETTEER_ROWS_IN_PAGE);
    const [first] = page;
    // The position is said where the page before ends with the same key.
    keys.push(rows[from - 1]?.key === first!.key ? orderOf(first!) : first!.key);
    write(gazetteerPage(keys.length - 1), writePage(page));
  }
  write(GAZETTEER_INDEX, { format: GAZETTEER_FORMAT, keys });
  const countries = [...new Set(rows.map(({ town }) => town?.country ?? ''))]
    .filter((code) => code !== '')
    .sort();
  return { version: hash.digest('hex').slice(0, 16), countries, bytes };
}

/** Makes the rows of a gazetteer, sorted. */
export function makeRows({ streets, spots, cut }: Collected) {
  const own = createTowns(spots);
  let base: Towns | null = null;
  const townAt = (x: number, y: number) => own.at(x, y) ?? (base ??= createBaseTowns()).at(x, y);
  const rows: GazetteerRow[] = [];
  const lost: string[] = [];
  let [named, unreadable] = [0, 0];
  for (const street of streets.values())
    for (const row of makeGazetteerRows(street, townAt)) {
      if (row.key === '') unreadable++;
      else rows.push(row);
      if (row.mainName !== '') continue;
      named++;
      if (row.town === null) lost.push(row.name);
    }
  for (const { kind, name, others, x, y, population } of spots) {
    const spot = { kind, town: townAt(x, y), x, y, reach: 0, population };
    for (const each of [name, ...others]) {
      const row = { ...foldRow(each, kind), name: each, mainName: each === name ? '' : name, ...spot };
      if (row.key === '') unreadable++;
      else rows.push(row);
    }
  }
  const report = {
    streets: named,
    names: rows.length,
    towns: own.known.length,
    landmarks: spots.length - own.known.length,
    withoutTown: { count: lost.length, examples: lost.slice(0, EXAMPLES) },
    unreadable,
    cut,
  };
  return { rows: sortGazetteerRows(rows), report };
}

/** By key and position; the rest makes the order, and with it the version, that of the content alone. */
export function sortGazetteerRows(rows: readonly GazetteerRow[]): GazetteerRow[] {
  return rows
    .map((row) => ({
      row,
      order: `${orderOf(row)}${CELL_AFTER}${row.name}${CELL_AFTER}${row.kind}${row.mainName}`,
    }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : a.row.x - b.row.x || a.row.y - b.row.y))
    .map(({ row }) => row);
}
