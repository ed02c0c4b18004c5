import * as z from 'zod/mini';
import type { FieldError } from '#platform/errors.ts';
import { pickupSchema, type Pickup } from '#platform/pickups.ts';
import { findFormErrors } from '../field-problems.ts';
import type { DeskParcel } from '../parcel.ts';
import type { Phone } from '#contract/phone.ts';
import type { Profile } from '../profiles.ts';
import {
  toAddress,
  EMPTY_ADDRESS,
  EMPTY_PARTY,
  toParty,
  formText,
  addressFormSchema,
  partyFormSchema,
} from '../party-form.ts';
import { pickupTimeZone, formatIso } from './pickup-windows.ts';

/** Where a courier collects parcels, and the contact there. */
export type PickupPlace = Pick<Profile, 'party' | 'address'>;

/** A pickup as typed. */
export const pickupFormSchema = z.object({
  /** Id of the sender's profile; empty: the one used last. */
  profileId: formText,
  /** "Back door, ring twice" */
  description: formText,
  count: formText,
  /** Kilograms. */
  weight: formText,
  /** The chosen day (`2026-11-26`) and minutes of the day, which may no longer be available. */
  day: formText,
  from: z.catch(z.number(), 0),
  to: z.catch(z.number(), 0),
});
export type PickupFormData = z.infer<typeof pickupFormSchema>;

export const emptyPickupForm = (): PickupFormData => pickupFormSchema.parse({});

/** Empty place in a country that is known to have pickups. */
export const NO_PLACE: PickupPlace = {
  party: EMPTY_PARTY,
  address: { ...EMPTY_ADDRESS, countryCode: 'PL' },
};

/** Returns the place from which a courier collected a parcel. @returns null if it was brought to a point */
export function findPickupPlace({ shipment: { origin, sender } }: DeskParcel): PickupPlace | null {
  if (!('street' in Object(origin))) return null;
  return { address: addressFormSchema.parse(origin), party: partyFormSchema.parse(sender) };
}

/**
 * Converts the form to a request body.
 * @param phone phone number of the contact; null: it can't be parsed
 * @param time chosen time from `pickupWindows`; null: no time is available
 */
export function toPickup(
  { party, address: typedAddress }: PickupPlace,
  form: Pick<PickupFormData, 'description' | 'count' | 'weight'>,
  phone: Phone | null,
  time: { fromMs: number; toMs: number } | null,
  trackingNumbers: readonly string[],
): Pickup {
  const { firstName, lastName, email } = toParty(party);
  const address = toAddress(typedAddress);
  const locationDescription = form.description.trim();
  const timeZone = pickupTimeZone(address.countryCode) ?? 'UTC';
  const write = (ms: number | undefined) => (ms === undefined ? '' : formatIso(ms, timeZone));
  return {
    address: { ...address, ...(locationDescription !== '' && { locationDescription }) },
    contactPerson: {
      firstName,
      lastName,
      email,
      // In two parts, unlike a shipment's phone number.
      phone: { prefix: phone?.prefix ?? '', number: phone?.number ?? '' },
    },
    pickupTime: { from: write(time?.fromMs), to: write(time?.toMs) },
    volume: {
      itemType: 'PARCEL',
      count: readNumber(form.count),
      totalWeight: { amount: readNumber(form.weight), unit: 'KG' },
    },
    ...(trackingNumbers.length > 0 && { trackingNumbers: [...trackingNumbers] }),
  };
}

/**
 * Parses "6,5". The check of the body reports the undefined of an empty text and the NaN of anything
 * else.
 */
const readNumber = (typed: string): number =>
  (typed.trim() === '' ? undefined : Number(typed.trim().replace(',', '.'))) as number;

/**
 * Finds errors of the form before its body is sent.
 * @param phone phone number of the contact; null: it can't be parsed
 */
export function findPickupErrors({ party }: PickupPlace, body: Pickup, phone: Phone | null): FieldError[] {
  const { countryCode } = body.address;
  // The schema already reports a missing or malformed country.
  const isCountry = /^[A-Z]{2}$/.test(countryCode);
  return findFormErrors(pickupSchema, body, {
    'contactPerson.phone': phone === null && party.phone.trim() !== '' && 'phone',
    'address.countryCode': isCountry && pickupTimeZone(countryCode) === null && 'no_pickups',
  });
}

/** Converts an error of the body to one of an input on the screen. The sender's form has its own paths. */
export function toPickupField({ path, codes }: FieldError): FieldError {
  // An error of the whole time, not its start or end, means that the platform has another pickup at this
  // place and time.
  if (path === 'pickupTime') return { path: DESCRIPTION, codes: ['same_pickup'] };
  // The field is a choice of times, of which one passed while the form was open.
  if (path === 'pickupTime.from' && codes.includes('too_small')) return { path, codes: ['too_soon'] };
  if (path === DESCRIPTION) return { path, codes };
  // Their parts have no inputs of their own.
  if (path.startsWith('contactPerson.phone')) return { path: 'sender.phone', codes };
  if (path.startsWith('volume.totalWeight')) return { path: 'volume.totalWeight.amount', codes };
  return { path: path.replace(/^contactPerson\b/, 'sender').replace(/^address\b/, 'origin'), codes };
}
const DESCRIPTION = 'address.locationDescription';
