import * as z from 'zod/mini';
import { isPoint, type Point } from '#platform/point.ts';
import { describePoint } from '../../contract/point-details.ts';
import { LOCKER_SIZES, type LockerSize } from '../locker-size.ts';
import type { DeskParcel } from '../parcel.ts';
import {
  EMPTY_ADDRESS,
  EMPTY_PARTY,
  typedText,
  writtenAddressSchema,
  writtenPartySchema,
} from '../written.ts';

const chosenPointSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO 3166-1 alpha-2; empty: missing at the platform. */
  countryCode: z.string(),
  /** The platform's item; null: taken from an earlier parcel, which has only the id and the name. */
  item: z.nullable(z.custom<Point>((value) => isPoint(value))),
});
export type ChosenPoint = z.infer<typeof chosenPointSchema>;

/** Converts a point on the map to the destination of a parcel. */
export function chosenPointOf(item: Point): ChosenPoint {
  const { name, country } = describePoint(item);
  return { id: item.id, name, countryCode: country, item };
}

/** A parcel as typed; empty texts for omitted fields. */
export const writtenShipmentSchema = z.object({
  recipient: z.catch(writtenPartySchema, EMPTY_PARTY),
  to: z.catch(z.enum(['point', 'address']), 'point'),
  point: z.catch(z.nullable(chosenPointSchema), null),
  address: z.catch(writtenAddressSchema, EMPTY_ADDRESS),
  /**
   * Whether the destination was copied from the recipient's last parcel. Choosing another recipient then
   * replaces it.
   */
  toAsLast: z.catch(z.boolean(), false),
  size: z.catch(z.enum(['A', 'B', 'C', 'own']), 'A'),
  /** Custom dimensions, in centimetres. */
  length: typedText,
  width: typedText,
  height: typedText,
  /** Kilograms. */
  weight: typedText,
  reference: typedText,
  cover: typedText,
  currency: z.catch(z.enum(['PLN', 'EUR']), 'PLN'),
  /** Empty: as in the sender's profile. */
  handIn: z.catch(z.enum(['', 'address', 'any-point']), ''),
  /** Whether it is handed in with a code instead of a printed label. */
  withoutLabel: z.catch(z.boolean(), false),
});
export type WrittenShipment = z.infer<typeof writtenShipmentSchema>;

export const emptyShipment = (): WrittenShipment => writtenShipmentSchema.parse({});

/** The form for the next recipient. Keeps what is often the same. */
export const nextShipment = ({ size, length, width, height, weight, ...before }: WrittenShipment) => ({
  ...emptyShipment(),
  ...{ size, length, width, height, weight },
  ...{ currency: before.currency, handIn: before.handIn, withoutLabel: before.withoutLabel },
});

/**
 * Fills the form from an earlier parcel of a recipient: name, contact, destination, size and weight.
 * @param written current form; a destination chosen for this parcel stays
 */
export function fillFromParcel(
  written: WrittenShipment,
  { shipment, pointName }: Pick<DeskParcel, 'shipment' | 'pointName'>,
): WrittenShipment {
  const { recipient, destination } = shipment;
  const hasOwn =
    !written.toAsLast && (written.to === 'point' ? written.point !== null : written.address.city);
  return {
    ...written,
    recipient: writtenPartySchema.parse(recipient),
    ...(hasOwn ? {} : { ...destinationOf(destination, pointName), toAsLast: true }),
    ...sizeOf(shipment.parcels[0]),
  };
}

/** Fills an empty form with everything from an earlier parcel, to send another one like it. */
export function writeLikeParcel(parcel: Pick<DeskParcel, 'shipment' | 'pointName'>): WrittenShipment {
  const { references, origin, enableDropOffCode, valueAddedServices, parcels } = parcel.shipment;
  const custom = references?.custom ?? parcels[0]?.references?.custom ?? {};
  const services = Array.isArray(valueAddedServices) ? (valueAddedServices as unknown[]) : [];
  const cover = services
    .map((service) => Object(service) as Record<string, unknown>)
    .find(({ id }) => id === 'additionalCover');
  return writtenShipmentSchema.parse({
    ...fillFromParcel(emptyShipment(), parcel),
    // The destination counts as chosen for this parcel.
    toAsLast: false,
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
): Pick<WrittenShipment, 'to' | 'point' | 'address'> {
  const { countryCode, pointId } = destination as { countryCode: string; pointId?: string };
  if (pointId === undefined)
    return { to: 'address', point: null, address: writtenAddressSchema.parse(destination) };
  return {
    to: 'point',
    point: { id: pointId, name: name || pointId, countryCode, item: null },
    address: { ...EMPTY_ADDRESS },
  };
}

function sizeOf(parcel: DeskParcel['shipment']['parcels'][number] | undefined): Partial<WrittenShipment> {
  const { dimensions, weight } = parcel ?? {};
  const kilograms = weight?.unit === 'KG' && typeof weight.amount === 'number' ? String(weight.amount) : '';
  if (dimensions?.unit !== 'CM') return { weight: kilograms };
  const { length, width, height } = dimensions;
  const isSize = (size: LockerSize) => {
    const known = LOCKER_SIZES[size];
    return known.length === length && known.width === width && known.height === height;
  };
  const size = (['A', 'B', 'C'] as const).find(isSize);
  if (size !== undefined) return { size, length: '', width: '', height: '', weight: kilograms };
  return { size: 'own', length: `${length}`, width: `${width}`, height: `${height}`, weight: kilograms };
}
