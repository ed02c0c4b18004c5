import * as z from 'zod/mini';
import { isPoint, type Point } from '#platform/point.ts';
import { describePoint } from '#contract/point-details.ts';
import { LOCKER_SIZES, type LockerSize } from '../locker-size.ts';
import type { DeskParcel } from '../parcel.ts';
import {
  addressFormSchema,
  EMPTY_ADDRESS,
  EMPTY_PARTY,
  formText,
  partyFormSchema,
  toAddress,
  toParty,
} from '../party-form.ts';
import type { FieldError } from '#platform/errors.ts';
import { type Shipment, shipmentSchema } from '#platform/shipping.ts';
import { findFormErrors } from '../field-problems.ts';
import { readLength, readMeasure, readWeight } from '../measure.ts';
import type { Phone } from '#contract/phone.ts';
import { readPostcode } from '../postcode.ts';
import type { Profile } from '../profiles.ts';
import { toSenderFields } from '../sender-fields.ts';

const chosenPointSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 3166-1 alpha-2; empty: missing at the platform. */
  countryCode: z.string(),
  /** The platform's item; null: taken from an earlier parcel, which has only the id and the name. */
  item: z.nullable(z.custom<Point>((value) => isPoint(value))),
});
export type ShipmentPoint = z.infer<typeof chosenPointSchema>;

/** Converts a point on the map to the destination of a parcel. */
export function toChosenPoint(item: Point): ShipmentPoint {
  const { name, country } = describePoint(item);
  return { id: item.id, name, countryCode: country, item };
}

/** A parcel as typed; empty texts for omitted fields. */
export const shipmentFormSchema = z.object({
  recipient: z.catch(partyFormSchema, EMPTY_PARTY),
  to: z.catch(z.enum(['point', 'address']), 'point'),
  point: z.catch(z.nullable(chosenPointSchema), null),
  address: z.catch(addressFormSchema, EMPTY_ADDRESS),
  /**
   * Whether the destination was copied from the recipient's last parcel. Choosing another recipient then
   * replaces it.
   */
  toAsLast: z.catch(z.boolean(), false),
  size: z.catch(z.enum(['A', 'B', 'C', 'own']), 'A'),
  /** Custom dimensions, in centimetres. */
  length: formText,
  width: formText,
  height: formText,
  /** Kilograms. */
  weight: formText,
  /** Number of parcels of this size and weight; empty: one. */
  pieces: formText,
  reference: formText,
  cover: formText,
  currency: z.catch(z.enum(['PLN', 'EUR']), 'PLN'),
  /** Empty: as in the sender's profile. */
  handIn: z.catch(z.enum(['', 'address', 'any-point']), ''),
  /** Whether it is handed in with a code instead of a printed label. */
  withoutLabel: z.catch(z.boolean(), false),
});
export type ShipmentForm = z.infer<typeof shipmentFormSchema>;

export const emptyShipmentForm = (): ShipmentForm => shipmentFormSchema.parse({});

/** The form for the next recipient. Keeps what is often the same. */
export const nextShipmentForm = ({ size, length, width, height, weight, ...before }: ShipmentForm) => ({
  ...emptyShipmentForm(),
  ...{ size, length, width, height, weight },
  ...{ currency: before.currency, handIn: before.handIn, withoutLabel: before.withoutLabel },
});

/**
 * Fills the form from an earlier parcel of a recipient: name, contact, destination, size and weight.
 * @param form current form; a destination chosen for this parcel stays
 */
export function fillFromParcel(
  form: ShipmentForm,
  { shipment, pointName }: Pick<DeskParcel, 'shipment' | 'pointName'>,
): ShipmentForm {
  const { recipient, destination } = shipment;
  const hasOwn = !form.toAsLast && (form.to === 'point' ? form.point !== null : form.address.city);
  return {
    ...form,
    recipient: partyFormSchema.parse(recipient),
    ...(hasOwn ? {} : { ...destinationOf(destination, pointName), toAsLast: true }),
    ...sizeOf(shipment.parcels[0]),
  };
}

/** Fills an empty form with everything from an earlier parcel, to send another one like it. */
export function copyParcelToForm(parcel: Pick<DeskParcel, 'shipment' | 'pointName'>): ShipmentForm {
  const { references, origin, enableDropOffCode, valueAddedServices, parcels } = parcel.shipment;
  const custom = references?.custom ?? parcels[0]?.references?.custom ?? {};
  const services = Array.isArray(valueAddedServices) ? (valueAddedServices as unknown[]) : [];
  const cover = services
    .map((service) => Object(service) as Record<string, unknown>)
    .find(({ id }) => id === 'additionalCover');
  return shipmentFormSchema.parse({
    ...fillFromParcel(emptyShipmentForm(), parcel),
    // The destination counts as chosen for this parcel.
    toAsLast: false,
    pieces: parcels.length > 1 ? String(parcels.length) : '',
    reference: Object.values(custom)[0],
    cover: cover?.['value'],
    currency: cover?.['currency'],
    handIn: 'street' in Object(origin) ? 'address' : 'any-point',
    withoutLabel: enableDropOffCode,
  });
}

function destinationOf(
  destination: DeskParcel['shipment']['destination'],
  name: string,
): Pick<ShipmentForm, 'to' | 'point' | 'address'> {
  const { countryCode, pointId } = destination as { countryCode: string; pointId?: string };
  if (pointId === undefined)
    return { to: 'address', point: null, address: addressFormSchema.parse(destination) };
  return {
    to: 'point',
    point: { id: pointId, name: name || pointId, countryCode, item: null },
    address: { ...EMPTY_ADDRESS },
  };
}

function sizeOf(parcel: DeskParcel['shipment']['parcels'][number] | undefined): Partial<ShipmentForm> {
  const { dimensions, weight } = parcel ?? {};
  const kilograms = weight?.unit === 'KG' && typeof weight.amount === 'number' ? String(weight.amount) : '';
  if (dimensions?.unit !== 'CM') return { weight: kilograms };
  const { length, width, height } = dimensions;
  const isSize = (size: LockerSize) => {
    const lockerSize = LOCKER_SIZES[size];
    return lockerSize.length === length && lockerSize.width === width && lockerSize.height === height;
  };
  const size = (['A', 'B', 'C'] as const).find(isSize);
  if (size !== undefined) return { size, length: '', width: '', height: '', weight: kilograms };
  return { size: 'own', length: `${length}`, width: `${width}`, height: `${height}`, weight: kilograms };
}

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
  const destination = toDestination(form);
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

function toDestination({ to, point, address }: ShipmentForm) {
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
