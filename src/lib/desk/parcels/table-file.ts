import { m } from '../../broker/messages.ts';
import { language } from '../../i18n/messages.ts';
import { delimiterIn, writeCsv } from '../csv.ts';
import { describeKind } from './describe-kind.ts';
import { readDestinationPointId, type ParcelRow } from './parcel-row.ts';

/**
 * Adds an apostrophe, which makes a number a text: spreadsheets keep only fifteen digits of a number, and
 * tracking numbers have more.
 */
const protectDigits = (number: string) => (/^\d{16,}$/.test(number) ? `'${number}` : number);

/** Writes parcels as CSV for a spreadsheet. */
export function writeTable(rows: readonly ParcelRow[]): string {
  // Swedish format in local time, `2026-11-25 14:20`, which spreadsheets in any language read as a time.
  const moments = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' });
  const header = [
    m.parcels_column_state(),
    m.desk_recipient(),
    m.field_email(),
    m.field_phone(),
    m.field_point(),
    m.parcels_column_place(),
    m.parcels_column_reference(),
    m.parcels_column_number(),
    m.parcels_created(),
    m.parcels_column_last(),
    m.parcels_request(),
  ];
  const lines = rows.map(({ kind, recipient, place, reference, number, createdMs, lastMs, parcel }) => {
    const { email, phone } = parcel.shipment.recipient;
    return [
      describeKind(kind),
      recipient,
      email,
      phone,
      readDestinationPointId(parcel) ?? '',
      place,
      reference,
      protectDigits(number),
      moments.format(createdMs),
      lastMs === null ? '' : moments.format(lastMs),
      parcel.requestId ?? parcel.problem?.requestId ?? '',
    ].map((cell) => cell ?? '');
  });
  return writeCsv([header, ...lines], delimiterIn(language));
}
