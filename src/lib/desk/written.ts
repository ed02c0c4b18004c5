import * as z from 'zod/mini';
import type { Address } from '#platform/address.ts';

/** A text as it is typed: empty for what is left out, or was never kept. */
export const typedText = z.catch(z.string(), '');

/** A person or company as it is typed; empty texts for what is left out. */
export const writtenPartySchema = z.object({
  firstName: typedText,
  lastName: typedText,
  companyName: typedText,
  email: typedText,
  phone: typedText,
});
export type WrittenParty = z.infer<typeof writtenPartySchema>;

/** An address as it is typed. */
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

/** Without surrounding spaces, and without what is empty. */
function tidy<Written extends Record<string, string>>(written: Written): Partial<Written> {
  const tidied = Object.entries(written).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(tidied.filter(([, value]) => value !== '')) as Partial<Written>;
}

/** The party of a body. What is missing is found by the body's check, by its path. */
export const partyOf = (written: WrittenParty) => tidy(written) as WrittenParty;

/** The address of a body. */
export function addressOf(written: WrittenAddress): Address {
  const { countryCode = '', ...others } = tidy(written);
  return { ...others, countryCode: countryCode.toUpperCase() } as Address;
}
