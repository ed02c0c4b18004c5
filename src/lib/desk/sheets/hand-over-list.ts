import { formatCount, formatDate } from '../../i18n/format.ts';
import { groupDigits } from '../../i18n/group-digits.ts';
import { formatAmount } from '../pack/describe-content.ts';
import { packing } from '../packing-messages.ts';
import type { SheetParcel } from './sheet-parcel.ts';
import { SheetWriter, type MeasureText, type SheetPage } from './sheet-page.ts';

/** Left edges of the columns, in points from the margin. */
const COLUMNS = { at: 0, code: 24, recipient: 216, pieces: 400, weight: 511 } as const;
const ROW = 40;
const SIGNATURES = 120;

export interface HandOver {
  nowMs: number;
  /** Day and time of the pickup; empty: none was ordered for these parcels. */
  pickup: string;
}

/** Writes the list that the courier signs: each parcel with its bar code, the totals, two signatures. */
export function writeHandOverList(
  parcels: readonly SheetParcel[],
  { nowMs, pickup }: HandOver,
  measure: MeasureText,
): SheetPage[] {
  const writer = new SheetWriter(measure, writeHead);
  writer.line(packing.sheet_hand_over(), { size: 20, bold: true });
  writer.y += 4;
  writer.line(formatDate(nowMs), { size: 11 });
  if (pickup !== '') writer.line(packing.sheet_pickup({ time: pickup }), { size: 11 });
  const senders = [...new Set(parcels.map(({ sender }) => sender.join(', ')))];
  for (const sender of senders) writer.paragraph(packing.sheet_sender({ name: sender }), { size: 11 });
  writer.y += 10;
  writeHead(writer);
  for (const [at, parcel] of parcels.entries()) writeRow(writer, parcel, at + 1);
  writer.reserve(SIGNATURES);
  writeTotals(writer, parcels);
  writeSignatures(writer);
  return writer.number();
}

function writeHead(writer: SheetWriter): void {
  const style = { size: 9, bold: true };
  writer.text(packing.sheet_parcel_number(), { ...style, x: COLUMNS.code, width: 180 });
  writer.text(packing.sheet_recipient(), { ...style, x: COLUMNS.recipient, width: 170 });
  writer.text(packing.pack_pieces(), { ...style, x: COLUMNS.pieces + 50, align: 'right', width: 80 });
  writer.text(packing.sheet_weight(), { ...style, x: COLUMNS.weight, align: 'right', width: 60 });
  writer.y += 14;
  writer.rule({ thickness: 1 });
  writer.y += 5;
}

function writeRow(writer: SheetWriter, parcel: SheetParcel, number: number): void {
  writer.reserve(ROW);
  const top = writer.y;
  writer.text(formatCount(number), { size: 9 });
  writer.barCode(parcel.trackingNumber, { x: COLUMNS.code, width: 184 });
  writer.text(parcel.recipient, { x: COLUMNS.recipient, bold: true, width: 175 });
  writer.text(String(parcel.pieces), { x: COLUMNS.pieces + 50, align: 'right', width: 50 });
  writer.text(formatKilograms(parcel.kilograms), { x: COLUMNS.weight, align: 'right', width: 60 });
  writer.y = top + 13;
  writer.text([parcel.place, parcel.reference].filter(Boolean).join(' · '), {
    x: COLUMNS.recipient,
    size: 9,
    width: 175,
  });
  writer.y = top + 23;
  writer.text(groupDigits(parcel.trackingNumber), { x: COLUMNS.code, size: 8, width: 184 });
  writer.y = top + ROW - 4;
  writer.rule({ thickness: 0.3 });
  writer.y = top + ROW;
}

function writeTotals(writer: SheetWriter, parcels: readonly SheetParcel[]): void {
  const pieces = parcels.reduce((sum, each) => sum + each.pieces, 0);
  const weights = parcels.map(({ kilograms }) => kilograms);
  const sum = weights.reduce<number | null>(
    (total, weight) => (total === null || weight === null ? null : total + weight),
    0,
  );
  const rounded = sum === null ? null : Math.round(sum * 1000) / 1000;
  writer.y += 6;
  writer.line(
    packing.sheet_totals({
      parcels: formatCount(parcels.length),
      pieces: formatCount(pieces),
      weight: formatKilograms(rounded),
    }),
    { size: 12, bold: true },
  );
}

function writeSignatures(writer: SheetWriter): void {
  writer.y += 56;
  for (const x of [0, 270]) writer.rule({ x, width: 240 });
  writer.y += 4;
  writer.text(packing.sheet_signed_sender(), { size: 9, width: 240 });
  writer.text(packing.sheet_signed_courier(), { x: 270, size: 9, width: 240 });
}

/** `1.2 kg`, or a dash for an unknown weight. */
export const formatKilograms = (kilograms: number | null) =>
  kilograms === null ? '–' : `${formatAmount(kilograms)} kg`;
