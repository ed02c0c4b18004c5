import type { FieldError } from '#platform/errors.ts';
import { shipmentSchema, type Shipment } from '#platform/shipping.ts';
import { findFormErrors } from '../find-form-errors.ts';
import { LOCKER_SIZES } from '../locker-size.ts';
import { readLength, readMeasure, readWeight } from '../measure.ts';
import type { Phone } from '#contract/phone.ts';
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
    parcels: Array.from({ length: readPieces(form.pieces) ?? 1 }, () => ({
      type: 'STANDARD',
      dimensions: { ...dimensionsOf(form), unit: 'CM' },
      weight: { amount: readWeight(form.weight), unit: 'KG' },
    })),
    ...(reference !== '' && { references: { custom: { reference } } }),
    ...(cover && {
      valueAddedServices: [{ id: 'additionalCover', value: cover.toFixed(2), currency: form.currency }],
    }),
    ...(handIn === 'any-point' && form.withoutLabel && { enableDropOffCode: true }),
  } as Shipment;
}

/** @returns 1 to 99, as in a shipment; null for anything else */
function readPieces(typed: string): number | null {
  const text = typed.trim() || '1';
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : null;
}

function destinationOf({ to, point, address }: ShipmentForm) {
  if (to === 'point') return { countryCode: point?.countryCode ?? '', pointId: point?.id ?? '' };
  const read = toAddress(address);
  return {
    ...read,
    ...(read.postalCode && {
      postalCode: readPostcode(read.postalCode, read.countryCode) ?? read.postalCode,
    }),
  };
}

function dimensionsOf({ size, length, width, height }: ShipmentForm) {
  if (size !== 'own') return LOCKER_SIZES[size];
  return { length: readLength(length), width: readLength(width), height: readLength(height) };
}

/** Finds errors of the form, by the paths of its body, before that is sent. */
export function findShipmentErrors(
  form: ShipmentForm,
  shipment: Shipment,
  { profile, readPhone }: ShipmentContext,
): FieldError[] {
  const { countryCode = '', postalCode } = shipment.destination as Record<string, string>;
  const { phone } = form.recipient;
  const isWrong = (text: string, read: (text: string) => unknown) => text.trim() !== '' && !read(text);
  const isWrongSize = (text: string) => form.size === 'own' && isWrong(text, readLength) && 'number';
  const hasNoPoint = form.to === 'point' && form.point === null;
  const errors = findFormErrors(shipmentSchema, shipment, {
    'destination.pointId': hasNoPoint && 'point',
    'destination.postalCode':
      form.to === 'address' &&
      isWrong(postalCode ?? '', (text) => readPostcode(text, countryCode)) &&
      'postcode',
    'recipient.phone':
      isWrong(phone, (text) => readPhone(text, countryCode || countryOf(profile))) && 'phone',
    pieces: readPieces(form.pieces) === null && 'pieces',
    'parcels.0.weight.amount': isWrong(form.weight, readWeight) && 'number',
    'valueAddedServices.0.value': isWrong(form.cover, (text) => readMeasure(text)?.amount) && 'number',
    'parcels.0.dimensions.length': isWrongSize(form.length),
    'parcels.0.dimensions.width': isWrongSize(form.width),
    'parcels.0.dimensions.height': isWrongSize(form.height),
  });
  return errors.filter(
    ({ path }) =>
      // Without a point, the rest of the destination is unknown too.
      (!hasNoPoint || path === 'destination.pointId' || !path.startsWith('destination')) &&
      // All pieces are alike, and the first has the fields.
      !/^parcels\.[1-9]/.test(path),
  );
}
