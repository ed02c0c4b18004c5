import { foldName } from '#network/snapshot-format/fold.ts';
import { hasLabel } from '../labels/load-labels.ts';
import { EMPTY_MARK, labelLifeOf, type LabelLife, type Mark } from '../marks/mark.ts';
import { nameRecipient, type DeskParcel } from '../parcel.ts';
import { describeKind } from './describe-kind.ts';
import { nameProblem } from './describe-event.ts';
import { parcelKind, type ParcelKind } from './parcel-kind.ts';

/** A parcel as the list shows it. */
export interface ParcelRow {
  id: string;
  parcel: DeskParcel;
  kind: ParcelKind;
  /** Its problem in words, such as lost or damaged; empty: none that has its own words. */
  problem: string;
  recipient: string;
  /** Name or id of the point, or the town of an address. */
  place: string;
  /** The sender's references, such as order numbers. */
  reference: string;
  /** Tracking number; empty: none. */
  number: string;
  createdMs: number;
  /** Time of the last event; null: no event. */
  lastMs: number | null;
  mark: Mark;
  /** Its label's life; null: it has no label, or left without one that was printed here. */
  life: LabelLife | null;
  /** Folded texts, for search and sorting. */
  folded: Readonly<Record<'recipient' | 'place' | 'reference' | 'all', string>>;
}

/** Cache of rows. A changed parcel or mark is a new object, so entries never become stale. */
const rows = new WeakMap<DeskParcel, ParcelRow>();

export function toParcelRow(parcel: DeskParcel, mark: Mark = EMPTY_MARK): ParcelRow {
  let row = rows.get(parcel);
  if (row?.mark !== mark) rows.set(parcel, (row = makeRow(parcel, mark)));
  return row;
}

/** Kinds of parcels that the sender still has, as far as is known. */
const HELD: readonly ParcelKind[] = ['sent', 'registered'];
export const isHeld = (kind: ParcelKind): boolean => HELD.includes(kind);

function chooseLife(parcel: DeskParcel, kind: ParcelKind, mark: Mark): LabelLife | null {
  const life = labelLifeOf(mark);
  return hasLabel(parcel) && (isHeld(kind) || life !== 'unprinted') ? life : null;
}

function makeRow(parcel: DeskParcel, mark: Mark): ParcelRow {
  const { id, createdMs, tracking } = parcel;
  const kind = parcelKind(parcel);
  const [recipient, place, reference] = [nameRecipient(parcel), namePlace(parcel), nameReference(parcel)];
  const number = parcel.trackingNumber ?? '';
  const last = tracking?.events.at(-1);
  const { email, phone } = parcel.shipment.recipient as Record<string, unknown>;
  const pointId = readDestinationPointId(parcel) ?? '';
  const contacts = [toText(email), toText(phone)];
  const words = [mark.note, mark.contents, nameProblem(parcel, kind), describeKind(kind)];
  const all = [recipient, place, reference, number, pointId, ...contacts, ...words];
  return {
    id,
    parcel,
    kind,
    problem: nameProblem(parcel, kind),
    recipient,
    place,
    reference,
    number,
    createdMs,
    mark,
    life: chooseLife(parcel, kind, mark),
    lastMs: last === undefined ? null : Date.parse(last.time),
    folded: {
      recipient: foldName(recipient),
      place: foldName(place),
      reference: foldName(reference),
      all: all.map(foldName).join(' '),
    },
  };
}

/** Returns a text from a body of unknown origin (a file, another version); empty if it isn't a text. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

export function namePlace({ pointName, shipment }: DeskParcel): string {
  const { pointId, city } = shipment.destination as Record<string, unknown>;
  return pointName || toText(pointId) || toText(city);
}

/** Id of the destination point; null for an address. */
export function readDestinationPointId({ shipment }: DeskParcel): string | null {
  return toText((shipment.destination as Record<string, unknown>)['pointId']) || null;
}

/** Joins all distinct references. */
export function nameReference({ shipment }: DeskParcel): string {
  const custom = [shipment.references, ...shipment.parcels.map(({ references }) => references)].flatMap(
    (each) => Object.values(each?.custom ?? {}),
  );
  return [...new Set(custom.map(toText).filter(Boolean))].join(', ');
}
