import { decodeAs } from '../../../../src/lib/desk/import/encodings.ts';
import type { createRandom } from './generate-export.ts';

type Random = ReturnType<typeof createRandom>;

/** Kind of a cell, by which swapped cells can be recognised at all. */
function kindOf(cell: string): string {
  if (cell.includes('@')) return 'email';
  if (/^\+?\d{9,}$/.test(cell)) return 'phone';
  if (/^\d\d-\d{3}$/.test(cell)) return 'postcode';
  if (/^[A-Z]{2}_/.test(cell)) return 'point';
  return /\p{L}{3}/u.test(cell) ? 'words' : cell === '' ? 'none' : 'number';
}

const isBeyondAscii = (cell: string) => /\P{ASCII}/u.test(cell);
const misread = (cell: string, encoding: 'windows-1250' | 'windows-1252') =>
  decodeAs(new TextEncoder().encode(cell), encoding);

/** Damages of a cell, as programs cause them. */
const SPOILS: readonly ((cell: string, random: Random) => string)[] = [
  (cell) => cell.replaceAll(/\P{ASCII}/gu, '?'),
  (cell) => cell.replaceAll(/\P{ASCII}/gu, '\uFFFD'),
  (cell) => (isBeyondAscii(cell) ? misread(cell, 'windows-1252') : cell),
  (cell) => (isBeyondAscii(cell) ? misread(cell, 'windows-1250') : cell),
  (cell) => cell.replaceAll(/\P{ASCII}/gu, (letter) => `&#${letter.codePointAt(0)};`),
  (cell, random) => (cell === '' ? random.one(['NULL', '\\N', 'null', 'nan']) : cell),
  (_, random) => random.one(['#N/A', '#REF!', '#WERT!', '########']),
];

/** Damages some cells of an export's rows, as programs and people do. */
export function damageRows(rows: readonly (readonly string[])[], random: Random): string[][] {
  return rows.map((row) => {
    const cells = [...row];
    if (random.chance(0.5)) return cells;
    const at = random.below(cells.length);
    if (random.chance(0.6)) cells[at] = random.one(SPOILS)(cells[at]!, random);
    else if (random.chance(0.5)) {
      const other = random.below(cells.length);
      const kinds = [kindOf(cells[at]!), kindOf(cells[other]!)];
      if (kinds[0] !== kinds[1] && !kinds.includes('none'))
        [cells[at], cells[other]] = [cells[other]!, cells[at]!];
    } else if (/^[^\n"]{2,}$/.test(cells[at]!)) {
      // A separator within an unquoted text or number.
      const end = 1 + random.below(cells[at]!.length - 1);
      cells.splice(at, 1, cells[at]!.slice(0, end), cells[at]!.slice(end));
    }
    return cells;
  });
}
