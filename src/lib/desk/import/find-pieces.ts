import { foldName } from '#network/snapshot-format/fold.ts';
import { rememberByColumns } from './unused-columns.ts';

/** Names of columns with the number of parcels of an order, in the languages of this page. */
const NAMES = new Set(
  'parcels, packages, number of parcels, number of packages, parcel count, package count, colli, liczba paczek, ilosc paczek, paczki, anzahl pakete, pakete, paketanzahl, nombre de colis, nb colis, colis, numero de paquetes, bultos, numero de bultos, numero colli, numero pacchi, pacchi, aantal pakketten, aantal colli, pakketten, numero de volumes, volumes, pocet baliku, pocet zasilek, baliky, кількість посилок, кількість місць'
    .split(', ')
    .map(foldName),
);

const listColumns = rememberByColumns((header, columns) =>
  header.flatMap((name, at) => (columns[at] === null && NAMES.has(foldName(name)) ? [at] : [])),
);

/**
 * Finds the cell of a row that says that its order is several parcels, of which the import would send one.
 * @returns its text; empty: none says so
 */
export function findPieces(
  header: readonly string[],
  columns: Parameters<typeof listColumns>[1],
  cells: readonly string[],
): string {
  const at = listColumns(header, columns).find((each) => Number(cells[each]?.trim() ?? '') > 1);
  return at === undefined ? '' : cells[at]!.trim();
}
