import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField } from './fields.ts';

/** Fields of which exports have one column for each product of an order. */
const FIELDS = ['product', 'quantity', 'sku', 'weight'] as const satisfies readonly ImportField[];

/** Indexes of the columns of one product; -1: there is none. */
export type ProductColumns = Readonly<Record<(typeof FIELDS)[number], number>>;

const MAX_PRODUCTS = 50;
const NUMBER = /\d+/;

/**
 * Lists the columns of each product: those that were matched ("Item 1 name"), and those with the next numbers in
 * their names ("Item 2 name").
 */
export function listProductColumns(
  header: readonly string[],
  columns: readonly (ImportField | null)[],
): ProductColumns[] {
  const names = header.map(foldName);
  const own = Object.fromEntries(FIELDS.map((field) => [field, columns.indexOf(field)])) as ProductColumns;
  const numberOf = (at: number) => Number(NUMBER.exec(names[at] ?? '')?.[0] ?? NaN);
  const find = (at: number, more: number) =>
    Number.isNaN(numberOf(at)) ? -1 : names.indexOf(names[at]!.replace(NUMBER, String(numberOf(at) + more)));
  const all = [own];
  while (all.length < MAX_PRODUCTS) {
    const next = Object.fromEntries(FIELDS.map((field) => [field, find(own[field], all.length)]));
    if (next['product'] === -1 && next['sku'] === -1) break;
    all.push(next as ProductColumns);
  }
  return all;
}
