import * as z from 'zod/mini';
import type { PointDetails } from './point-details.ts';
import type { Address } from './write-address.ts';

/**
 * A point as the shipping address of an order, in the fields that shop engines have. All are texts without control characters, of at most
 * 255 characters; the first two are never empty, since engines require them.
 */
export const deliveryAddressSchema = z.object({
  /** The point's own name; without one, its id. */
  company: z.string(),
  /** Street and number; if unknown, as `company`. */
  streetLine1: z.string(),
  /** The id, so that the address leads to the point; empty if it is in `company`. */
  streetLine2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2 in upper case; empty if unknown. */
  countryCode: z.string(),
});

export type DeliveryAddress = z.infer<typeof deliveryAddressSchema>;

/** @param ownName empty: it has none */
export function writeDeliveryAddress(
  { id, street, postalCode, city, country }: Pick<PointDetails, 'id' | keyof Address>,
  ownName: string,
): DeliveryAddress {
  const company = makeSafe(ownName) || makeSafe(id);
  return {
    company,
    streetLine1: makeSafe(street) || company,
    streetLine2: makeSafe(ownName) === '' ? '' : makeSafe(id),
    postalCode: makeSafe(postalCode),
    city: makeSafe(city),
    countryCode: /^[A-Z]{2}$/.test(country) ? country : '',
  };
}

/** Length of a column for texts in most engines. */
const MAX_LENGTH = 255;

/** Removes control and format characters and halves of surrogate pairs, and cuts a text between characters. */
function makeSafe(text: string): string {
  const plain = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  if (plain.length <= MAX_LENGTH) return plain;
  return plain.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, '');
}
