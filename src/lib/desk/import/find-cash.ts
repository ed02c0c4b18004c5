import { isCash, mayNameCash, saysCash } from './cash-cells.ts';
import { guessField } from './guess-by-name.ts';
import { listMethodColumns, rememberByColumns, type MatchedColumns } from './unused-columns.ts';

/** Parts of the words for cash on delivery: a quick test skips the cells without any. */
const LIKELY =
  /cod|cash|collect|pobra|odbior|kuriera|przy do|on (?:deliver|receipt)|bei liefer|bij (?:af)?lever|recibir|dod[aá]n|достав|nachnahm|dob[ií]r|prevz|převz|contra|rembours|reembols|entrega|consegna|livraison|cobran|doru|utánv|utanv|ramburs|плат|плато|отрим/i;

const listColumns = rememberByColumns((header, columns) => {
  const unused = listMethodColumns(header, columns);
  const isAmount = ({ name }: { name: string }) => guessField(name) === 'cash';
  return {
    amounts: unused.filter(isAmount).map(({ at }) => at),
    others: unused.filter((each) => !isAmount(each) && mayNameCash(each.name)).map(({ at }) => at),
  };
});

/**
 * Finds the cell of a row that says that the recipient pays at the door: in the column for it, or in any
 * unused one, such as the way of payment.
 * @returns its text; empty: none says so
 */
export function findCash(
  header: readonly string[],
  columns: MatchedColumns,
  cells: readonly string[],
): string {
  const own = cells[columns.indexOf('cash')] ?? '';
  if (isCash(own)) return own;
  const { amounts, others } = listColumns(header, columns);
  const at =
    amounts.find((each) => isCash(cells[each] ?? '')) ??
    others.find((each) => LIKELY.test(cells[each] ?? '') && saysCash(cells[each]!));
  return at === undefined ? own : cells[at]!;
}
