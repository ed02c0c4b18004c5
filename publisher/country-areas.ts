import { readFileSync } from 'node:fs';
import { gridCellOf, decodeCells } from './areas/cells.ts';

/** Cells by country, encoded; a country is decoded on first use. */
let lines: ReadonlyMap<string, string> | null = null;
const decoded = new Map<string, ReadonlySet<number> | null>();

/**
 * Finds the area of a country: with its islands, its overseas territories, and up to 60 km around. It comes from Natural Earth's
 * boundaries, so it doesn't depend on any list of points.
 * @returns a predicate; null for an unknown code
 */
export function findArea(country: string): ((latitude: number, longitude: number) => boolean) | null {
  lines ??= readLines();
  let cells = decoded.get(country);
  if (cells === undefined) {
    const line = lines.get(country.toUpperCase());
    decoded.set(country, (cells = line === undefined ? null : decodeCells(line)));
  }
  return cells === null ? null : (latitude, longitude) => cells.has(gridCellOf(latitude, longitude));
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
