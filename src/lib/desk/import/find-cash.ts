import { isCash, mayNameCash, saysCash } from './cash-cells.ts';
import type { ImportField } from './fields.ts';
import { guessField } from './guess-by-name.ts';

/** Parts of the words for cash on delivery: a quick test skips the cells without any. */
const LIKELY =
  /cod|cash|collect|pobra|odbior|kuriera|przy do|on (?:deliver|receipt)|bei liefer|bij (?:af)?lever|recibir|dod[aá]n|достав|nachnahm|dob[ií]r|prevz|převz|contra|rembours|reembols|entrega|consegna|livraison|cobran|doru|utánv|utanv|ramburs|плат|плато|отрим/i;

type Columns = readonly (ImportField | null)[];
/** By the matched columns, which are replaced when they change. */
const PLACES = new WeakMap<Columns, { amounts: readonly number[]; others: readonly number[] }>();

function listColumns(header: readonly string[], columns: Columns) {
  const cached = PLACES.get(columns);
  if (cached !== undefined) return cached;
  // A way of delivery may have a point's id: "Paczkomat PL_BIA06M, pobranie".
  const unused = header.flatMap((name, at) =>
    columns[at] === null || columns[at] === 'pointId' ? [{ name, at }] : [],
  );
  const isAmount = ({ name }: { name: string }) => guessField(name) === 'cash';
  const found = {
    amounts: unused.filter(isAmount).map(({ at }) => at),
    others: unused.filter((each) => !isAmount(each) && mayNameCash(each.name)).map(({ at }) => at),
  };
  PLACES.set(columns, found);
  return found;
}

/**
 * Finds the cell of a row that says that the recipient pays at the door: in the column for it, or in any
 * unused one, such as the way of payment.
 * @returns its text; empty: none says so
 */
export function findCash(header: readonly string[], columns: Columns, cells: readonly string[]): string {
  const own = cells[columns.indexOf('cash')] ?? '';
  if (isCash(own)) return own;
  const { amounts, others } = listColumns(header, columns);
  const at =
    amounts.find((each) => isCash(cells[each] ?? '')) ??
    others.find((each) => LIKELY.test(cells[each] ?? '') && saysCash(cells[each]!));
  return at === undefined ? own : cells[at]!;
}
