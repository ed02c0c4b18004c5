import { readFileSync } from 'node:fs';
import { cellOf, decodeCells } from './areas/cells.ts';

/** Cells by country, encoded until a country is asked for. */
let lines: ReadonlyMap<string, string> | null = null;
const decoded = new Map<string, ReadonlySet<number> | null>();

/**
 * The area of a country, from Natural Earth's boundaries and so independent of any list of points: with its islands, its
 * territories overseas, and up to 60 km around.
 * @returns a predicate; null for an unknown code
 */
export function findArea(country: string): ((latitude: number, longitude: number) => boolean) | null {
  lines ??= readLines();
  let cells = decoded.get(country);
  if (cells === undefined) {
    const line = lines.get(country.toUpperCase());
    decoded.set(country, (cells = line === undefined ? null : decodeCells(line)));
  }
  return cells === null ? null : (latitude, longitude) => cells.has(cellOf(latitude, longitude));
}

function readLines(): Map<string, string> {
  const text = readFileSync(new URL('areas/areas.tsv', import.meta.url), 'utf8');
  return new Map(
    text
      .trim()
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );
}
