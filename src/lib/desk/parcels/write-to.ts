import { m } from '../../broker/messages.ts';
import type { DeskParcel } from '../parcel.ts';
import { pointIdOf } from './parcel-row.ts';

/** Who gets a parcel, and where: each with its name. Empty ones are left out. */
export function writeTo(parcel: DeskParcel): [name: string, value: string][] {
  const { recipient, destination } = parcel.shipment;
  const fields = destination as Record<string, unknown>;
  const join = (...names: string[]) =>
    names
      .map((name) => fields[name])
      .filter((value) => typeof value === 'string' && value !== '')
      .join(' ');
  const address = [
    join('street', 'houseNumber', 'flatNumber'),
    join('postalCode', 'city'),
    join('countryCode'),
  ].filter(Boolean);
  const lines: [string, unknown][] = [
    [m.field_company(), recipient.companyName],
    [m.field_phone(), recipient.phone],
    [m.field_email(), recipient.email],
    [m.field_point(), [parcel.pointName, pointIdOf(parcel)].filter(Boolean).join(' · ')],
    [m.parcels_address(), pointIdOf(parcel) === null ? address.join(', ') : ''],
  ];
  return lines.filter((line): line is [string, string] => typeof line[1] === 'string' && line[1] !== '');
}
