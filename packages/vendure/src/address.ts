import { isFilled, type Move, type OrderAddresses, type PickupPoint } from '@droppoint/platform/order';
import type { CreateAddressInput, OrderAddress } from '@vendure/common/lib/generated-types';
import type { Order } from '@vendure/core';

/** The point of an order; null also for the empty object that an unset field is read as. */
export const pointOf = ({ customFields }: Order): PickupPoint | null =>
  customFields.pickupPoint?.id ? customFields.pickupPoint : null;

export const addressesOf = ({ shippingAddress, billingAddress }: Order): OrderAddresses => ({
  shipping: shippingAddress,
  billing: billingAddress,
});

/** An order's address as input for another field; null if there is none. */
const readAddress = (address: OrderAddress): CreateAddressInput | null =>
  isFilled(address) ? (address as CreateAddressInput) : null;

/**
 * The addresses of an order after a move; those that stay are null. At a point, the name and the telephone
 * number are the customer's.
 */
export function applyMove({ shippingAddress: present, billingAddress, customer }: Order, move: Move | null) {
  if (move === null) return { shipping: null, billing: null };
  if (move.to === 'customer') return { shipping: readAddress(billingAddress), billing: null };
  const fullName = present.fullName ?? [customer?.firstName, customer?.lastName].filter(Boolean).join(' ');
  const phoneNumber = present.phoneNumber ?? customer?.phoneNumber;
  const shipping: CreateAddressInput = {
    ...(fullName !== '' && { fullName }),
    ...(phoneNumber && { phoneNumber }),
    ...move.shipping,
  };
  return { shipping, billing: move.storesOwn ? readAddress(present) : null };
}

export type NewAddresses = ReturnType<typeof applyMove>;
