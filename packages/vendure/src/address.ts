import type { CreateAddressInput, OrderAddress } from '@vendure/common/lib/generated-types';
import type { Order } from '@vendure/core';
import type { PickupPoint } from './custom-fields.ts';

/** The point of an order; null also for the empty object that an unset field is read as. */
export const pointOf = ({ customFields }: Order): PickupPoint | null =>
  customFields.pickupPoint?.id ? customFields.pickupPoint : null;

/** Whether an order's address is the address of a point. */
export const isAddressOf = (address: OrderAddress, point: PickupPoint): boolean =>
  address.streetLine1 === point.streetLine1 &&
  address.company === point.company &&
  (address.streetLine2 ?? '') === point.streetLine2;

/** An order's address as input for another field; null if there is none. */
export const readAddress = (address: OrderAddress): CreateAddressInput | null =>
  address.streetLine1 && address.countryCode ? (address as CreateAddressInput) : null;

/**
 * Determines the addresses of an order that goes to a point. The name stays the customer's, and the
 * customer's own address becomes the billing address unless there already is one.
 * @param order with its earlier point
 * @returns null if nothing changes, or nothing is known about the point yet; `billing` is null if it stays
 *   as it is
 */
export function writeAddresses(order: Order, point: PickupPoint) {
  const { shippingAddress: present, billingAddress, customer } = order;
  if (point.streetLine1 === '' || isAddressOf(present, point)) return null;
  const earlier = pointOf(order);
  const isOwn = earlier === null || !isAddressOf(present, earlier);
  const { company, streetLine1, streetLine2, postalCode, city, countryCode } = point;
  const fullName = present.fullName ?? [customer?.firstName, customer?.lastName].filter(Boolean).join(' ');
  const phoneNumber = present.phoneNumber ?? customer?.phoneNumber;
  const shipping: CreateAddressInput = {
    ...(fullName !== '' && { fullName }),
    ...(phoneNumber && { phoneNumber }),
    ...{ company, streetLine1, streetLine2, postalCode, city, countryCode },
  };
  return { shipping, billing: isOwn && !readAddress(billingAddress) ? readAddress(present) : null };
}

export type Addresses = NonNullable<ReturnType<typeof writeAddresses>>;
