import type { PlainAddress } from '@droppoint/platform/order';

/** An address as Medusa names its fields. */
export interface MedusaAddress {
  first_name?: string | null;
  last_name?: string | null;
  phone?: string | null;
  company?: string | null;
  address_1?: string | null;
  address_2?: string | null;
  postal_code?: string | null;
  city?: string | null;
  country_code?: string | null;
}

export const toPlain = (address: MedusaAddress | null | undefined): PlainAddress | null =>
  address
    ? {
        company: address.company,
        streetLine1: address.address_1,
        streetLine2: address.address_2,
        postalCode: address.postal_code,
        city: address.city,
        countryCode: address.country_code,
      }
    : null;

/** Country codes are in lower case in Medusa. */
export const toMedusa = (address: PlainAddress): MedusaAddress => ({
  company: address.company || null,
  address_1: address.streetLine1,
  address_2: address.streetLine2 || null,
  postal_code: address.postalCode,
  city: address.city,
  country_code: address.countryCode?.toLowerCase(),
});

/** The person in an address, who stays the same when the parcel goes elsewhere. */
export const personOf = (address: MedusaAddress | null | undefined): MedusaAddress => ({
  first_name: address?.first_name,
  last_name: address?.last_name,
  phone: address?.phone,
});

/** An address without the ids and times of its row, to be written to another one. */
export const copyAddress = (address: MedusaAddress | null | undefined): MedusaAddress | null =>
  address ? { ...personOf(address), ...toMedusa(toPlain(address)!) } : null;

/** The person in an address as the carrier wants it, with both names. */
export const readPerson = (address: MedusaAddress | null, email: string, phone = '') => ({
  firstName: address?.first_name || address?.last_name || '',
  lastName: address?.last_name || address?.first_name || '',
  email,
  phone: address?.phone || phone,
});
