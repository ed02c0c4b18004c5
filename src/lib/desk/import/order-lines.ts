import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField, RowTexts } from './fields.ts';
import type { ImportRecord, ImportRow } from './import-record.ts';
import { listProductColumns, type ProductColumns } from './numbered-columns.ts';
import { readProducts, readQuantity, type OrderLine } from './read-products.ts';
import { tidy } from './tidy.ts';

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

const NEEDED: readonly ImportField[] = [...OF_PERSON, 'reference', 'product', 'quantity', 'sku', 'weight'];

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

const readRowsOf = (table: Table) => {
  const [, ...further] = listProductColumns(table.header, table.columns);
  return { further, read: (row: ImportRow) => readRow(row, table.columns, further) };
};

/** Whether a row is for the same person and place as an earlier one, as far as it names them. */
const isSamePerson = (texts: RowTexts, earlier: RowTexts) =>
  OF_PERSON.every((field) => {
    const text = foldName(texts[field] ?? '');
    return text === '' || text === foldName(earlier[field] ?? '');
  });

/** Whether the row is a parcel of its own, because the user says so or it has become one. */
const isOwnParcel = ({ again, parcelId }: ImportRow) => again?.isWanted === true || parcelId !== null;

/**
 * Finds for each row the first row of its order, which is its own unless shops write the order's lines one by one: the
 * further rows have its number and no other person, or nothing but a product.
 */
export function findFirstRows(table: Table): readonly number[] {
  const first = new Map<string, { at: number; texts: RowTexts }>();
  let last = { at: -1, texts: {} as RowTexts };
  const { read } = readRowsOf(table);
  return table.rows.map((row, at) => {
    const { texts, lines } = read(row);
    const reference = texts.reference?.trim() ?? '';
    if (reference === '') {
      const isFurther = lines.length > 0 && OF_PERSON.every((field) => (texts[field] ?? '').trim() === '');
      return isFurther && last.at >= 0 && !isOwnParcel(row) ? last.at : at;
    }
    const key = foldName(reference) || reference;
    const order = first.get(key);
    if (order !== undefined) last = order;
    if (order !== undefined) return !isOwnParcel(row) && isSamePerson(texts, order.texts) ? order.at : at;
    first.set(key, (last = { at, texts }));
    return at;
  });
}

/**
 * Lists the products of each row's parcel: those of the row, and of the later rows of its order. Empty lists if the table has no
 * products.
 */
export function listOrderLines(table: Table): readonly (readonly OrderLine[])[] {
  if (!hasProducts(table)) return table.rows.map(() => []);
  const { read } = readRowsOf(table);
  const own = table.rows.map((row) => [...read(row).lines]);
  for (const [at, first] of findFirstRows(table).entries())
    if (first !== at) own[first]!.push(...read(table.rows[at]!).lines);
  return own;
}

/** Quantity and weight of a product. */
export interface WeighedProduct {
  product: string;
  /** null: not a number. */
  quantity: number | null;
  /** Its weight as written. */
  text: string;
}

/** @returns reads the weights of a row's products */
export function readRowProducts(table: Table): (at: number) => WeighedProduct[] {
  const { further, read } = readRowsOf(table);
  return (at) => {
    const row = table.rows[at]!;
    const cellOf = (column: number) => (row.cells[column] ?? '').trim();
    const { texts } = read(row);
    const [line, ...others] = readProducts(texts);
    const written = tidy(texts.quantity ?? '');
    const own = {
      product: line?.product ?? '',
      quantity: written === '' ? (line?.quantity ?? 1) : readQuantity(written),
      text: (texts.weight ?? '').trim(),
    };
    // One cell for several products.
    if (others.length > 0)
      return [
        { ...own, quantity: line!.quantity },
        ...others.map(({ product, quantity }) => ({ product, quantity, text: '' })),
      ];
    const more = further.flatMap(({ product, quantity, sku, weight }) =>
      readProducts({ product: cellOf(product), quantity: cellOf(quantity), sku: cellOf(sku) }).map(
        (each) => ({
          product: each.product,
          quantity: each.quantity,
          text: cellOf(weight),
        }),
      ),
    );
    return [own, ...more];
  };
}
