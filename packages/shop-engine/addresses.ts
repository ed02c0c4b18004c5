import type { DeliveryAddress } from '#contract/delivery-address.ts';
import type { PickupPoint } from './verdict.ts';

/**
 * An address of an order, in the field names of a point's summary; an engine maps its own to them. Country
 * codes may be in either case.
 */
export type PlainAddress = { readonly [Name in keyof DeliveryAddress]?: string | null | undefined };

export interface OrderAddresses {
  shipping: PlainAddress | null;
  billing: PlainAddress | null;
}

/**
 * A change of an order's addresses. The engine keeps the names and telephone numbers in them, which
 * stay the customer's.
 * - `point`: `shipping` becomes the delivery address; with `storesOwn`, the previous delivery address, the
 *   customer's own, becomes the billing address.
 * - `customer`: the billing address becomes the delivery address again.
 */
export type Move = { to: 'point'; shipping: DeliveryAddress; storesOwn: boolean } | { to: 'customer' };

/** Whether an address is complete enough to be used for another purpose. */
export const isFilled = (address: PlainAddress | null): address is PlainAddress =>
  Boolean(address?.streetLine1 && address.countryCode);

/** Whether an order's address is the address of a point. */
export const isAddressOf = (address: PlainAddress | null, point: PickupPoint): boolean =>
  address !== null &&
  (['company', 'streetLine1', 'streetLine2', 'postalCode', 'city'] as const).every(
    (name) => (address[name] ?? '') === point[name],
  ) &&
  isSameCountry(address, point);

export const isSameCountry = (one: PlainAddress | null, other: PlainAddress | null): boolean =>
  (one?.countryCode ?? '').toUpperCase() === (other?.countryCode ?? '').toUpperCase();

/**
 * Determines how the addresses of an order change that goes to a point. The customer's own address becomes
 * the billing address unless there already is one.
 * @param earlier the point that the order went to before
 * @returns null if nothing changes, or nothing is known about the point yet
 */
export function moveToPoint(
  { shipping, billing }: OrderAddresses,
  point: PickupPoint,
  earlier: PickupPoint | null,
): Extract<Move, { to: 'point' }> | null {
  if (point.streetLine1 === '' || isAddressOf(shipping, point)) return null;
  const isOwn = earlier === null || !isAddressOf(shipping, earlier);
  const { company, streetLine1, streetLine2, postalCode, city, countryCode } = point;
  return {
    to: 'point',
    shipping: { company, streetLine1, streetLine2, postalCode, city, countryCode },
    storesOwn: isOwn && isFilled(shipping) && !isFilled(billing),
  };
}

/**
 * Determines how the addresses of an order change that no longer goes to a point.
 * @returns null if the delivery address is already the customer's, or no other is known
 */
export const moveToCustomer = (
  { shipping, billing }: OrderAddresses,
  point: PickupPoint,
): Extract<Move, { to: 'customer' }> | null =>
  isAddressOf(shipping, point) && isFilled(billing) ? { to: 'customer' } : null;
