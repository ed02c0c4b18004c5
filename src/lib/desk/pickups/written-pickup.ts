import * as z from 'zod/mini';
import { findFieldErrors } from '#platform/check-body.ts';
import type { FieldError } from '#platform/errors.ts';
import { pickupSchema, type Pickup } from '#platform/pickups.ts';
import type { DeskParcel } from '../parcel.ts';
import type { Phone } from '../../contract/phone.ts';
import type { Profile } from '../profiles.ts';
import {
  addressOf,
  EMPTY_ADDRESS,
  EMPTY_PARTY,
  partyOf,
  typedText,
  writtenAddressSchema,
  writtenPartySchema,
} from '../written.ts';
import { timeZoneOfPickups, writeIso } from './pickup-windows.ts';

/** Where parcels are fetched, and whom the courier asks for: a sender's. */
export type PickupPlace = Pick<Profile, 'party' | 'address'>;

/** A pickup as it is typed. */
export const writtenPickupSchema = z.object({
  /** Of the sender whose parcels are fetched; empty: the one used last. */
  profileId: typedText,
  /** "Back door, ring twice" */
  description: typedText,
  count: typedText,
  /** Kilograms. */
  weight: typedText,
  /** `2026-11-26` and minutes of the day, as they were chosen; they may not be offered any more. */
  day: typedText,
  from: z.catch(z.number(), 0),
  to: z.catch(z.number(), 0),
});
export type WrittenPickup = z.infer<typeof writtenPickupSchema>;

export const emptyPickup = (): WrittenPickup => writtenPickupSchema.parse({});

/** Of nobody yet, where the carrier is known to fetch. */
export const NO_PLACE: PickupPlace = {
  party: EMPTY_PARTY,
  address: { ...EMPTY_ADDRESS, countryCode: 'PL' },
};

/** The place that a parcel was sent from. @returns null if it was brought to a point */
export function placeOfParcel({ shipment: { origin, sender } }: DeskParcel): PickupPlace | null {
  if (!('street' in Object(origin))) return null;
  return { address: writtenAddressSchema.parse(origin), party: writtenPartySchema.parse(sender) };
}

/**
 * The body of what was typed.
 * @param phone of the contact; null: it can't be read
 * @param time from `pickupWindows`; null: there is none to choose
 */
export function pickupOf(
  { party, address: typedAddress }: PickupPlace,
  written: Pick<WrittenPickup, 'description' | 'count' | 'weight'>,
  phone: Phone | null,
  time: { fromMs: number; toMs: number } | null,
  trackingNumbers: readonly string[],
): Pickup {
  const { firstName, lastName, email } = partyOf(party);
  const address = addressOf(typedAddress);
  const locationDescription = written.description.trim();
  const timeZone = timeZoneOfPickups(address.countryCode) ?? 'UTC';
  const write = (ms: number | undefined) => (ms === undefined ? '' : writeIso(ms, timeZone));
  return {
    address: { ...address, ...(locationDescription !== '' && { locationDescription }) },
    contactPerson: {
      firstName,
      lastName,
      email,
      // In two parts, unlike that of shipments.
      phone: { prefix: phone?.prefix ?? '', number: phone?.number ?? '' },
    },
    pickupTime: { from: write(time?.fromMs), to: write(time?.toMs) },
    volume: {
      itemType: 'PARCEL',
      count: readNumber(written.count),
      totalWeight: { amount: readNumber(written.weight), unit: 'KG' },
    },
    ...(trackingNumbers.length > 0 && { trackingNumbers: [...trackingNumbers] }),
  };
}

/** "6,5". Empty: undefined, which the body's check finds; not a number: NaN, which it finds too. */
const readNumber = (typed: string): number =>
  (typed.trim() === '' ? undefined : Number(typed.trim().replace(',', '.'))) as number;

/** What is wrong with a body, found before it is sent. */
export function findPickupErrors(body: Pickup): FieldError[] {
  const errors: FieldError[] = findFieldErrors(pickupSchema, body);
  const { countryCode } = body.address;
  // The schema has told a country that is missing or isn't one.
  const isCountry = /^[A-Z]{2}$/.test(countryCode);
  return isCountry && timeZoneOfPickups(countryCode) === null
    ? [...errors, { path: 'address.countryCode', codes: ['no_pickups'] }]
    : errors;
}
