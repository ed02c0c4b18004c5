import type { ImportRecord } from './import-record.ts';
import { findFirstRows, hasProducts, readRowProducts, type WeighedProduct } from './order-lines.ts';
import { readWeightRole } from './weight-role.ts';

/** Weights of an order's products, of which its parcel's weight is made. */
export interface OrderWeights {
  /** `text` is the cell of one product, or of one row. */
  parts: readonly { quantity: number | null; text: string }[];
  /** Whether the parcel's weight is their sum; else that isn't known. */
  isSum: boolean;
}

type Table = Pick<ImportRecord, 'columns' | 'header' | 'rows'>;
type Parts = readonly WeighedProduct[];

/**
 * Finds the orders whose weight isn't the one cell of their first row, because the table has a weight for each product or each
 * row. By row; null: the row's own cell counts, as always if the user has typed it.
 */
export function listOrderWeights(table: Table): readonly (OrderWeights | null)[] {
  const at = table.columns.indexOf('weight');
  const role = at < 0 ? 'order' : readWeightRole(table.header[at] ?? '');
  const none = table.rows.map(() => null);
  if (role === 'order') return none;
  const orders = new Map<number, number[]>();
  for (const [row, first] of findFirstRows(table).entries()) {
    const rows = orders.get(first);
    if (rows === undefined) orders.set(first, [row]);
    else rows.push(row);
  }
  const readParts = readRowProducts(table);
  const all = [...orders].map(([first, rows]) => ({
    first,
    parts: rows.flatMap((row) => readParts(row)),
    isTwice:
      rows.length > 1 && new Set(rows.map((row) => table.rows[row]!.cells.join('\n'))).size < rows.length,
  }));
  const isNamed = role === 'piece' || role === 'line';
  const isOfOrder = !isNamed && isSameInEachOrder(all);
  const isOfPiece = !isNamed && isSameForAnyQuantity(all);
  const hasLines = hasProducts(table) || table.columns.includes('quantity');
  const found: (OrderWeights | null)[] = none;
  for (const { first, parts, isTwice } of all) {
    if (isOfOrder || table.rows[first]!.edits['weight'] !== undefined) continue;
    const weights = isNamed ? weighNamed(role, parts) : weighUnnamed(parts, { isOfPiece, hasLines });
    // The same row again may be the same order again, of files that were joined.
    found[first] = weights === null || !isTwice ? weights : { ...weights, isSum: false };
  }
  return found;
}

function weighNamed(role: 'piece' | 'line', products: Parts): OrderWeights | null {
  const parts = products.map(({ quantity, text }) => ({ quantity: role === 'piece' ? quantity : 1, text }));
  const isOne = parts.length === 1 && parts[0]!.quantity === 1;
  if (isOne || parts.every(({ text }) => text === '')) return null;
  return { parts, isSum: parts.every(({ quantity, text }) => quantity !== null && text !== '') };
}

/** @param hasLines whether the table says what is in the parcels; if not, a further row is the same order again */
function weighUnnamed(
  products: Parts,
  { isOfPiece, hasLines }: { isOfPiece: boolean; hasLines: boolean },
): OrderWeights | null {
  const filled = products.filter(({ text }) => text !== '');
  const [first] = filled;
  if (!hasLines && filled.every(({ text }) => text === first!.text)) return null;
  if (isOfPiece && filled.length === 1 && first!.quantity !== 1)
    return { parts: [{ quantity: first!.quantity, text: first!.text }], isSum: false };
  // Programs that write an order's own cells once leave those of its further rows empty.
  return filled.length < 2
    ? null
    : { parts: filled.map(({ text }) => ({ quantity: 1, text })), isSum: false };
}

/** Whether a product has one weight in any quantity: then it is a piece's. */
function isSameForAnyQuantity(orders: readonly { parts: Parts }[]): boolean {
  const quantities = new Map<string, number | null>();
  return orders.some(({ parts: [own, ...others] }) => {
    if (own === undefined || others.length > 0 || own.product === '' || own.text === '') return false;
    const key = `${own.product}\n${own.text}`;
    const earlier = quantities.get(key);
    quantities.set(key, own.quantity);
    return earlier !== undefined && earlier !== own.quantity;
  });
}

/** Whether all rows of each order have one weight, and the orders have several: then it is the order's. */
function isSameInEachOrder(orders: readonly { parts: Parts }[]): boolean {
  const weights = orders
    .filter(({ parts }) => parts.length > 1)
    .map(({ parts }) => new Set(parts.map(({ text }) => text).filter((text) => text !== '')));
  return weights.every(({ size }) => size <= 1) && new Set(weights.flatMap((texts) => [...texts])).size > 1;
}
