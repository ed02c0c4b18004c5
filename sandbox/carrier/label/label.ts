import type { SandboxCarrier } from '../carrier.ts';
import type { Consignment } from '../consignments.ts';
import { destinationOf, readSent, type Sent } from '../places.ts';
import { writePlainLetters } from './plain-letters.ts';

/** The texts on a parcel's label, in ASCII. */
export interface LabelText {
  trackingNumber: string;
  title: string;
  from: string[];
  to: string[];
  /** "1 of 2", and the shop's mark. */
  notes: string[];
}

/** Characters that fit in a line of the smallest label. */
const LINE = 34;
const LINES = 5;

/** Writes the labels of a consignment, one for each parcel. */
export function writeLabels(consignment: Consignment, { list, consignments }: SandboxCarrier): LabelText[] {
  const sent = readSent(consignment);
  const { sender, recipient, origin, destination } = sent;
  const isReturn = consignment.kind === 'RETURN';
  const point = destinationOf(sent, list);
  const to =
    destination?.pointId === undefined
      ? writeAddress(destination)
      : [`${point.id} ${point.name}`, point.address, `${point.postalCode ?? ''} ${point.city ?? ''}`];
  return Array.from({ length: consignment.parcels }, (_, place) => ({
    trackingNumber: consignments.numberOf(consignment, place),
    title: isReturn ? 'RETURN' : 'PARCEL',
    from: writeLines([...writePerson(sender), ...writeAddress(origin)]),
    to: writeLines([...(recipient ? writePerson(recipient) : []), ...to]),
    notes: writeLines([
      `${place + 1} of ${consignment.parcels}`,
      ...Object.values(sent.references?.custom ?? {}),
    ]),
  }));
}

const writePerson = ({ firstName, lastName, companyName, phone }: Sent['sender']) => [
  companyName,
  [firstName, lastName].filter(Boolean).join(' '),
  phone,
];

function writeAddress(address: Sent['origin']) {
  const { street, houseNumber, flatNumber, postalCode, city, countryCode } = address ?? {};
  const house = [houseNumber, flatNumber].filter(Boolean).join('/');
  return [
    [street, house].filter(Boolean).join(' '),
    [postalCode, city, countryCode].filter(Boolean).join(' '),
  ];
}

/** @param texts each one that isn't missing or empty becomes a line */
const writeLines = (texts: readonly (string | null | undefined)[]): string[] =>
  texts
    .map((text) =>
      writePlainLetters(text ?? '')
        .trim()
        .slice(0, LINE),
    )
    .filter((text) => text !== '')
    .slice(0, LINES);
