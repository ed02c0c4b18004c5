import { formatCount, formatDate } from '../../i18n/format.ts';
import { packing } from '../packing-messages.ts';
import type { SheetParcel } from './sheet-parcel.ts';
import { SheetWriter, type MeasureText, type SheetPage } from './sheet-page.ts';

/** Writes a page for each parcel, to lie in it: who it is for, and what is in it. Notes aren't on it. */
export function writePackingSlips(parcels: readonly SheetParcel[], measure: MeasureText): SheetPage[] {
  const writer = new SheetWriter(measure);
  for (const [at, parcel] of parcels.entries()) {
    if (at > 0) writer.breakPage();
    writeSlip(writer, parcel);
  }
  return writer.pages;
}

function writeSlip(writer: SheetWriter, parcel: SheetParcel): void {
  writer.line(packing.sheet_slip(), { size: 20, bold: true });
  writer.y += 6;
  const top = writer.y;
  for (const line of parcel.sender) writer.line(line, { size: 10, width: 240 });
  const below = writer.y;
  writer.y = top;
  writer.line(parcel.recipient, { x: 270, size: 12, bold: true });
  for (const line of parcel.address) writer.line(line, { x: 270, size: 11 });
  writer.y = Math.max(below, writer.y) + 14;
  // The packing table scans it.
  if (parcel.reference !== '') {
    writer.line(packing.sheet_order({ number: parcel.reference }), { size: 12, bold: true });
    writer.y += 2;
    if (writer.barCode(parcel.reference, { width: 300, height: 30 })) writer.y += 36;
  }
  writer.line(formatDate(parcel.createdMs));
  writer.line(packing.sheet_number({ number: parcel.trackingNumber }));
  writer.y += 12;
  for (const { quantity, product } of parcel.contents) {
    writer.reserve(30);
    writer.rule({ thickness: 0.3 });
    writer.y += 6;
    writer.text(`${formatCount(quantity)} ×`, { x: 46, size: 12, bold: true, align: 'right', width: 46 });
    writer.paragraph(product, { x: 58, size: 12 });
    writer.y += 4;
  }
}
