import { m } from '../../broker/messages.ts';
import type { DeskParcel } from '../parcel.ts';
import { readDestinationPointId, toText } from './parcel-row.ts';

/** Lists labelled facts about a parcel's recipient and destination. Leaves out empty ones. */
export function listRecipientFacts(parcel: DeskParcel): [name: string, value: string][] {
  const { recipient, destination } = parcel.shipment;
  const fields = destination as Record<string, unknown>;
  const join = (names: readonly string[]) =>
    names
      .map((name) => toText(fields[name]))
      .filter(Boolean)
      .join(' ');
  const lines = [['street', 'houseNumber', 'flatNumber'], ['postalCode', 'city'], ['countryCode']];
  const address = lines.map(join).filter(Boolean);
  const facts: [name: string, value: string][] = [
    [m.field_company(), toText(recipient.companyName)],
    [m.field_phone(), toText(recipient.phone)],
    [m.field_email(), toText(recipient.email)],
    [m.field_point(), [parcel.pointName, readDestinationPointId(parcel)].filter(Boolean).join(' · ')],
    [m.parcels_address(), readDestinationPointId(parcel) === null ? address.join(', ') : ''],
  ];
  return facts.filter(([, value]) => value !== '');
}
