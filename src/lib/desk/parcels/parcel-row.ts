import { foldName } from '../../snapshot-format/fold.ts';
import { nameRecipient, type DeskParcel } from '../parcel.ts';
import { sayKind } from './kind-words.ts';
import { kindOf, type ParcelKind } from './parcel-kind.ts';

/** A parcel as a list shows it. */
export interface ParcelRow {
  id: string;
  parcel: DeskParcel;
  kind: ParcelKind;
  recipient: string;
  /** Name of the point, else its id; the town of an address. */
  place: string;
  /** Of the person who sends it: order numbers. */
  reference: string;
  /** Empty: it has none. */
  number: string;
  createdMs: number;
  /** Of the last event; null: there is none. */
  lastMs: number | null;
  /** Of all texts, folded, to search in and to sort by. */
  folded: Readonly<Record<'recipient' | 'place' | 'reference' | 'all', string>>;
}

/** Rows of parcels as they are; a parcel that changes is another object. */
const rows = new WeakMap<DeskParcel, ParcelRow>();

export function rowOf(parcel: DeskParcel): ParcelRow {
  let row = rows.get(parcel);
  if (row === undefined) rows.set(parcel, (row = makeRow(parcel)));
  return row;
}

function makeRow(parcel: DeskParcel): ParcelRow {
  const { id, createdMs, tracking } = parcel;
  const kind = kindOf(parcel);
  const [recipient, place, reference] = [nameRecipient(parcel), namePlace(parcel), nameReference(parcel)];
  const number = parcel.trackingNumber ?? '';
  const last = tracking?.events.at(-1);
  const all = [recipient, place, reference, number, sayKind(kind)];
  return {
    id,
    parcel,
    kind,
    recipient,
    place,
    reference,
    number,
    createdMs,
    lastMs: last === undefined ? null : Date.parse(last.time),
    folded: {
      recipient: foldName(recipient),
      place: foldName(place),
      reference: foldName(reference),
      all: all.map(foldName).join(' '),
    },
  };
}

/** A text of a body that was read from a file or another version, or nothing. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export function namePlace({ pointName, shipment }: DeskParcel): string {
  const { pointId, city } = shipment.destination as Record<string, unknown>;
  return pointName || textOf(pointId) || textOf(city);
}

/** Id of the point that it goes to; null for an address. */
export function pointIdOf({ shipment }: DeskParcel): string | null {
  return textOf((shipment.destination as Record<string, unknown>)['pointId']) || null;
}

/** All references, each once. */
export function nameReference({ shipment }: DeskParcel): string {
  const custom = [shipment.references, ...shipment.parcels.map(({ references }) => references)].flatMap(
    (each) => Object.values(each?.custom ?? {}),
  );
  return [...new Set(custom.map(textOf).filter(Boolean))].join(', ');
}
