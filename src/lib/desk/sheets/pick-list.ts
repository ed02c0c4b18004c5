import { formatCount, formatDate } from '../../i18n/format.ts';
import { foldName } from '#network/snapshot-format/fold.ts';
import { packing } from '../packing-messages.ts';
import type { SheetParcel } from './sheet-parcel.ts';
import { SheetWriter, type MeasureText, type SheetPage } from './sheet-page.ts';

interface PickLine {
  product: string;
  quantity: number;
  orders: string[];
}

/** Adds up the products of parcels, sorted by name. The same name in other capitals is one product. */
export function addUpProducts(parcels: readonly SheetParcel[]): PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { contents, reference, recipient } of parcels)
    for (const { product, quantity } of contents) {
      const key = foldName(product) || product;
      const line = lines.get(key) ?? { product, quantity: 0, orders: [] };
      line.quantity += quantity;
      const order = `${reference || recipient} (${formatCount(quantity)})`;
      lines.set(key, { ...line, orders: [...line.orders, order] });
    }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

/** Writes a list by product, for a walk through the stock: how many of each, and for which orders. */
export function writePickList(
  parcels: readonly SheetParcel[],
  nowMs: number,
  measure: MeasureText,
): SheetPage[] {
  const writer = new SheetWriter(measure);
  writer.line(packing.sheet_pick(), { size: 20, bold: true });
  writer.y += 4;
  writer.line(`${formatDate(nowMs)} · ${packing.sheet_parcels({ amount: parcels.length })}`, { size: 11 });
  writer.y += 10;
  for (const { product, quantity, orders } of addUpProducts(parcels)) {
    writer.reserve(44);
    writer.rule({ thickness: 0.3 });
    writer.y += 6;
    writer.tickBox(11);
    writer.text(`${formatCount(quantity)} ×`, { x: 64, size: 13, bold: true, align: 'right', width: 46 });
    writer.paragraph(product, { x: 76, size: 13, bold: true });
    writer.paragraph(orders.join(', '), { x: 76, size: 9 });
    writer.y += 6;
  }
  const without = parcels.filter(({ contents }) => contents.length === 0);
  if (without.length > 0) {
    writer.reserve(44);
    writer.rule({ thickness: 1 });
    writer.y += 6;
    writer.paragraph(packing.sheet_no_contents({ amount: without.length }), { size: 11, bold: true });
    writer.paragraph(without.map(({ reference, recipient }) => reference || recipient).join(', '), {
      size: 9,
    });
  }
  return writer.number();
}
