import * as z from 'zod/mini';
import type { Address } from '#platform/address.ts';

/** A typed text; empty if it was left out or never stored. */
export const typedText = z.catch(z.string(), '');

/** A person or company as typed; empty texts for omitted fields. */
export const writtenPartySchema = z.object({
  firstName: typedText,
  lastName: typedText,
  companyName: typedText,
  email: typedText,
  phone: typedText,
});
export type WrittenParty = z.infer<typeof writtenPartySchema>;

/** An address as typed. */
export const writtenAddressSchema = z.object({
  street: typedText,
  houseNumber: typedText,
  flatNumber: typedText,
  postalCode: typedText,
  city: typedText,
  countryCode: typedText,
});
export type WrittenAddress = z.infer<typeof writtenAddressSchema>;

export const EMPTY_PARTY: WrittenParty = writtenPartySchema.parse({});
export const EMPTY_ADDRESS: WrittenAddress = writtenAddressSchema.parse({});

/** Trims all fields and removes the empty ones. */
function tidy<Written extends Record<string, string>>(written: Written): Partial<Written> {
  const tidied = Object.entries(written).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(tidied.filter(([, value]) => value !== '')) as Partial<Written>;
}

/** Converts to the party of a request body. The check of the body reports missing fields by path. */
export const partyOf = (written: WrittenParty) => tidy(written) as WrittenParty;

/** Converts to the address of a request body. */
export function addressOf(written: WrittenAddress): Address {
  const { countryCode = '', ...others } = tidy(written);
  return { ...others, countryCode: countryCode.toUpperCase() } as Address;
}
