import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField, RowTexts } from './fields.ts';
import type { ImportRecord, ImportRow } from './import-record.ts';
import { listProductColumns, type ProductColumns } from './numbered-columns.ts';
import { readProducts, type OrderLine } from './read-products.ts';

type Table = Pick<ImportRecord, 'columns' | 'header' | 'rows'>;

/** Whether the table says what is in the parcels. */
export const hasProducts = ({ columns }: Pick<ImportRecord, 'columns'>): boolean =>
  columns.includes('product') || columns.includes('sku');

/** Cells by which another person or place is recognised. */
const OF_PERSON: readonly ImportField[] = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'phone',
  'pointId',
  'street',
];

const NEEDED: readonly ImportField[] = [...OF_PERSON, 'reference', 'product', 'quantity', 'sku'];

interface RowProducts {
  columns: ImportRecord['columns'];
  texts: RowTexts;
  lines: readonly OrderLine[];
}
/** Cached by row, because each edit asks for the products of all rows. A changed row is another object. */
const CACHE = new WeakMap<ImportRow, RowProducts>();

function readRow(
  row: ImportRow,
  columns: ImportRecord['columns'],
  further: readonly ProductColumns[],
): RowProducts {
  const cached = CACHE.get(row);
  if (cached?.columns === columns) return cached;
  const texts = Object.fromEntries(
    NEEDED.map((field) => [field, row.edits[field] ?? row.cells[columns.indexOf(field)] ?? '']),
  ) as RowTexts;
  const cellOf = (at: number) => row.cells[at] ?? '';
  const others = further.flatMap(({ product, quantity, sku }) =>
    readProducts({ product: cellOf(product), quantity: cellOf(quantity), sku: cellOf(sku) }),
  );
  const read = { columns, texts, lines: [...readProducts(texts), ...others] };
  CACHE.set(row, read);
  return read;
}

/** Whether a row is for the same person and place as an earlier one, as far as it names them. */
const isSamePerson = (texts: RowTexts, earlier: RowTexts) =>
  OF_PERSON.every((field) => {
    const text = foldName(texts[field] ?? '');
    return text === '' || text === foldName(earlier[field] ?? '');
  });

/** Whether the row is a parcel of its own, because the user says so or it has become one. */
const isOwnParcel = ({ again, parcelId }: ImportRow) => again?.isWanted === true || parcelId !== null;

/**
 * Lists the products of each row's parcel: those of the row, and of the later rows of its order, which shops write
 * one by one. Empty lists if the table has no products.
 */
export function listOrderLines(table: Table): readonly (readonly OrderLine[])[] {
  if (!hasProducts(table)) return table.rows.map(() => []);
  const [, ...further] = listProductColumns(table.header, table.columns);
  const first = new Map<string, { texts: RowTexts; lines: OrderLine[] }>();
  return table.rows.map((row) => {
    const { texts, lines } = readRow(row, table.columns, further);
    const reference = texts.reference?.trim() ?? '';
    if (reference === '') return lines;
    const key = foldName(reference) || reference;
    const order = first.get(key);
    if (order !== undefined) {
      if (!isOwnParcel(row) && isSamePerson(texts, order.texts)) order.lines.push(...lines);
      return lines;
    }
    const own = { texts, lines: [...lines] };
    first.set(key, own);
    return own.lines;
  });
}
