import * as z from 'zod/mini';
import type { Address } from '#platform/address.ts';

/** A typed text; empty if it was left out or never stored. */
export const formText = z.catch(z.string(), '');

/** A person or company as typed; empty texts for omitted fields. */
export const partyFormSchema = z.object({
  firstName: formText,
  lastName: formText,
  companyName: formText,
  email: formText,
  phone: formText,
});
export type PartyForm = z.infer<typeof partyFormSchema>;

/** An address as typed. */
export const addressFormSchema = z.object({
  street: formText,
  houseNumber: formText,
  flatNumber: formText,
  postalCode: formText,
  city: formText,
  countryCode: formText,
});
export type AddressForm = z.infer<typeof addressFormSchema>;

export const EMPTY_PARTY: PartyForm = partyFormSchema.parse({});
export const EMPTY_ADDRESS: AddressForm = addressFormSchema.parse({});

/** Trims all fields and removes the empty ones. */
function trimFields<Fields extends Record<string, string>>(fields: Fields): Partial<Fields> {
  const trimmed = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== '')) as Partial<Fields>;
}

/** Converts to the party of a request body. The check of the body reports missing fields by path. */
export const toParty = (fields: PartyForm) => trimFields(fields) as PartyForm;

/** Converts to the address of a request body. */
export function toAddress(fields: AddressForm): Address {
  const { countryCode = '', ...others } = trimFields(fields);
  return { ...others, countryCode: countryCode.toUpperCase() } as Address;
}
