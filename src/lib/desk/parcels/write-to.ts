import { m } from '../../broker/messages.ts';
import type { DeskParcel } from '../parcel.ts';
import { pointIdOf, textOf } from './parcel-row.ts';

/** Lists labelled facts about a parcel's recipient and destination. Leaves out empty ones. */
export function writeTo(parcel: DeskParcel): [name: string, value: string][] {
  const { recipient, destination } = parcel.shipment;
  const fields = destination as Record<string, unknown>;
  const join = (names: readonly string[]) =>
    names
      .map((name) => textOf(fields[name]))
      .filter(Boolean)
      .join(' ');
  const lines = [['street', 'houseNumber', 'flatNumber'], ['postalCode', 'city'], ['countryCode']];
  const address = lines.map(join).filter(Boolean);
  const told: [name: string, value: string][] = [
    [m.field_company(), textOf(recipient.companyName)],
    [m.field_phone(), textOf(recipient.phone)],
    [m.field_email(), textOf(recipient.email)],
    [m.field_point(), [parcel.pointName, pointIdOf(parcel)].filter(Boolean).join(' · ')],
    [m.parcels_address(), pointIdOf(parcel) === null ? address.join(', ') : ''],
  ];
  return told.filter(([, value]) => value !== '');
}
