import * as z from 'zod/mini';
import type { PointDetails } from './point-details.ts';
import type { PostalAddress } from './write-address.ts';

/**
 * A point as the shipping address of an order, in the fields of shop engines. All texts are free of control
 * characters and have at most 255 characters. The first two are never empty, because engines require them.
 */
export const deliveryAddressSchema = z.object({
  /** The point's own name, or its id if it has none. */
  company: z.string(),
  /** Street and number; the same as `company` if unknown. */
  streetLine1: z.string(),
  /** The point's id, so that the address identifies the point; empty if `company` is the id. */
  streetLine2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2 in upper case; empty if unknown. */
  countryCode: z.string(),
});

export type DeliveryAddress = z.infer<typeof deliveryAddressSchema>;

/** @param ownName empty if the point has none */
export function writeDeliveryAddress(
  { id, street, postalCode, city, country }: Pick<PointDetails, 'id' | keyof PostalAddress>,
  ownName: string,
): DeliveryAddress {
  const company = sanitize(ownName) || sanitize(id);
  return {
    company,
    streetLine1: sanitize(street) || company,
    streetLine2: sanitize(ownName) === '' ? '' : sanitize(id),
    postalCode: sanitize(postalCode),
    city: sanitize(city),
    countryCode: /^[A-Z]{2}$/.test(country) ? country : '',
  };
}

/** Length of text columns in most engines. */
const MAX_LENGTH = 255;

/** Removes control and format characters and lone surrogates, and truncates a text between characters. */
function sanitize(text: string): string {
  const plain = text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/[\p{Cf}\p{Cs}]/gu, '')
    .trim();
  if (plain.length <= MAX_LENGTH) return plain;
  return plain.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, '');
}
