import type { moveToPoint, OrderAddresses, PlainAddress } from '@droppoint/platform/order';

/** The fields of an address, as a point's summary and as Medusa name them. */
const FIELDS = [
  ['company', 'company'],
  ['streetLine1', 'address_1'],
  ['streetLine2', 'address_2'],
  ['postalCode', 'postal_code'],
  ['city', 'city'],
  ['countryCode', 'country_code'],
] as const;
/** Those of the person, who stays the same when the parcel goes elsewhere. */
const PERSON = ['first_name', 'last_name', 'phone'] as const;

type Name = (typeof FIELDS)[number][1] | (typeof PERSON)[number] | 'province';
/** An address as Medusa names its fields. */
export type MedusaAddress = { [Field in Name]?: string | null };

/** The addresses of a cart or an order. */
export interface Addressed {
  shipping_address?: MedusaAddress | null;
  billing_address?: MedusaAddress | null;
}

const toPlain = (address: MedusaAddress | null | undefined): PlainAddress | null =>
  address ? Object.fromEntries(FIELDS.map(([plain, name]) => [plain, address[name]])) : null;

export const readOrderAddresses = ({ shipping_address, billing_address }: Addressed): OrderAddresses => ({
  shipping: toPlain(shipping_address),
  billing: toPlain(billing_address),
});

const pick = (address: MedusaAddress | null | undefined, names: readonly Name[]): MedusaAddress =>
  Object.fromEntries(names.map((name) => [name, address?.[name]]));

/** An address without the ids and times of its row, to be written to another one. */
export const copyAddress = (address: MedusaAddress | null | undefined): MedusaAddress | null =>
  address ? pick(address, [...PERSON, ...FIELDS.map(([, name]) => name), 'province']) : null;

/** The addresses of a cart or an order that change when it goes to a point. */
export const moveAddresses = (
  { shipping_address: own }: Addressed,
  { shipping, storesOwn }: NonNullable<ReturnType<typeof moveToPoint>>,
): Addressed => ({
  shipping_address: {
    ...pick(own, PERSON),
    ...Object.fromEntries(FIELDS.map(([plain, name]) => [name, shipping[plain] || null])),
    // In lower case in Medusa.
    country_code: shipping.countryCode.toLowerCase(),
  },
  ...(storesOwn && { billing_address: copyAddress(own) }),
});

/** The person in an address as the carrier wants it, with both names. */
export const readPerson = (address: MedusaAddress | null, email: string, phone = '') => ({
  firstName: address?.first_name || address?.last_name || '',
  lastName: address?.last_name || address?.first_name || '',
  email,
  phone: address?.phone || phone,
});
