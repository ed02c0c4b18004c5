import type { TileProperties } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { measureLine, type Part } from './part.ts';

/** Pixels of a letter of a street's name, the narrow ones counted in. */
const LETTER = 5;
/** UNITS in a pixel when the tile is drawn largest. */
const UNITS_DEEPEST = 1;
const UNITS_ABOVE = 4;
/** A name is written once in a view; more lines of it in one tile are other chances for it. */
const MAX_LINES = 3;

/** Lines that a name has room on, the longest ones: nobody would ever read the others. */
export function keepLabelLines(
  lines: readonly Part[],
  properties: TileProperties,
  isDeepest: boolean,
): Part[] {
  const letters = String(properties['name'] ?? properties['ref']).length;
  const shortest = letters * LETTER * (isDeepest ? UNITS_DEEPEST : UNITS_ABOVE);
  return lines
    .map((line) => ({ line, length: measureLine(line) }))
    .filter(({ length }) => length >= shortest)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_LINES)
    .map(({ line }) => line);
}
