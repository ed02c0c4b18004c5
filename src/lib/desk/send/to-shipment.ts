import { findFieldErrors } from '#platform/check-body.ts';
import type { FieldError } from '#platform/errors.ts';
import { shipmentSchema, type Shipment } from '#platform/shipping.ts';
import { LOCKER_SIZES } from '../locker-size.ts';
import { readLength, readMeasure, readWeight } from '../measure.ts';
import type { Phone } from '../../contract/phone.ts';
import { readPostcode } from '../postcode.ts';
import type { Profile } from '../profiles.ts';
import { toSenderFields } from '../sender-fields.ts';
import { toAddress, toParty } from '../party-form.ts';
import type { ShipmentForm } from './shipment-form.ts';

export interface ShipmentContext {
  profile: Pick<Profile, 'party' | 'address' | 'handIn'>;
  readPhone: (text: string, country: string) => Phone | null;
}

/** How the parcel is handed in: as chosen for it, or by default as in the sender's profile. */
export const chooseHandIn = (form: Pick<ShipmentForm, 'handIn'>, profile: Pick<Profile, 'handIn'>) =>
  form.handIn || profile.handIn;

/** Country of a phone number without a prefix, while no destination is chosen. */
const countryOf = ({ address }: Pick<Profile, 'address'>) => address.countryCode.trim().toUpperCase();

/**
 * Converts the form to a request body. Values that can't be parsed are omitted or null;
 * `findShipmentErrors` reports them.
 */
export function toShipment(form: ShipmentForm, { profile, readPhone }: ShipmentContext): Shipment {
  const handIn = chooseHandIn(form, profile);
  const destination = destinationOf(form);
  const recipient = toParty(form.recipient);
  const phone =
    readPhone(recipient.phone ?? '', destination.countryCode || countryOf(profile))?.full ?? recipient.phone;
  const reference = form.reference.trim();
  const cover = readMeasure(form.cover)?.amount;
  return {
    ...toSenderFields({ ...profile, handIn }, readPhone),
    recipient: { ...recipient, ...(phone && { phone }) },
    destination,
    parcels: [
      {
        type: 'STANDARD',
        dimensions: { ...dimensionsOf(form), unit: 'CM' },
        weight: { amount: readWeight(form.weight), unit: 'KG' },
      },
    ],
    ...(reference !== '' && { references: { custom: { reference } } }),
    ...(cover && {
      valueAddedServices: [{ id: 'additionalCover', value: cover.toFixed(2), currency: form.currency }],
    }),
    ...(handIn === 'any-point' && form.withoutLabel && { enableDropOffCode: true }),
  } as Shipment;
}

function destinationOf({ to, point, address }: ShipmentForm) {
  if (to === 'point') return { countryCode: point?.countryCode ?? '', pointId: point?.id ?? '' };
  const read = toAddress(address);
  return { ...read, ...(read.postalCode && { postalCode: postcodeOf(read) ?? read.postalCode }) };
}

const postcodeOf = ({ postalCode, countryCode }: { postalCode: string; countryCode: string }) =>
  readPostcode(postalCode, countryCode);

function dimensionsOf({ size, length, width, height }: ShipmentForm) {
  if (size !== 'own') return LOCKER_SIZES[size];
  return { length: readLength(length), width: readLength(width), height: readLength(height) };
}

/** Codes of this check, in addition to the platform's. */
export type ShipmentCode = 'point' | 'phone' | 'number' | 'postcode';

/**
 * Finds errors of the form, by the paths of its body.
 * @returns codes of the platform or `ShipmentCode`s; empty: it may be sent
 */
export function findShipmentErrors(
  form: ShipmentForm,
  shipment: Shipment,
  { profile, readPhone }: ShipmentContext,
): FieldError[] {
  const own: Record<string, ShipmentCode> = {};
  if (form.to === 'point' && form.point === null) own['destination.pointId'] = 'point';
  const { countryCode, postalCode } = shipment.destination as Record<string, string>;
  if (form.to === 'address' && postalCode && postcodeOf({ postalCode, countryCode: countryCode! }) === null)
    own['destination.postalCode'] = 'postcode';
  const { phone } = form.recipient;
  if (phone.trim() !== '' && readPhone(phone, countryCode || countryOf(profile)) === null)
    own['recipient.phone'] = 'phone';
  const numbers = {
    'parcels.0.weight.amount': [form.weight, readWeight],
    'valueAddedServices.0.value': [form.cover, (text: string) => readMeasure(text)?.amount ?? null],
    ...(form.size === 'own' && {
      'parcels.0.dimensions.length': [form.length, readLength],
      'parcels.0.dimensions.width': [form.width, readLength],
      'parcels.0.dimensions.height': [form.height, readLength],
    }),
  } as Record<string, [text: string, read: (text: string) => number | null]>;
  for (const [path, [text, read]] of Object.entries(numbers))
    if (text.trim() !== '' && !read(text)) own[path] = 'number';
  const found = findFieldErrors(shipmentSchema, shipment).filter(
    ({ path }) => !(path in own) && !(path.startsWith('destination') && 'destination.pointId' in own),
  );
  return [...found, ...Object.entries(own).map(([path, code]) => ({ path, codes: [code] }))];
}
