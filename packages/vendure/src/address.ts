import type { CreateAddressInput, OrderAddress } from '@vendure/common/lib/generated-types';
import type { Customer } from '@vendure/core';
import type { PickupPoint } from './custom-fields.ts';

/** Whether an order's address is that of a point. */
export const isAddressOf = (address: OrderAddress | undefined, point: PickupPoint): boolean =>
  address?.streetLine1 === point.streetLine1 &&
  address.company === point.company &&
  (address.streetLine2 ?? '') === point.streetLine2;

/** A point as the delivery address of an order; the person in it stays the customer. */
export function writeAddress(
  point: PickupPoint,
  earlier: OrderAddress | undefined,
  customer: Customer | undefined,
): CreateAddressInput {
  const { company, streetLine1, streetLine2, postalCode, city, countryCode } = point;
  const fullName = earlier?.fullName ?? [customer?.firstName, customer?.lastName].filter(Boolean).join(' ');
  const phoneNumber = earlier?.phoneNumber ?? customer?.phoneNumber;
  return {
    ...(fullName !== '' && { fullName }),
    ...(phoneNumber && { phoneNumber }),
    ...{ company, streetLine1, streetLine2, postalCode, city, countryCode },
  };
}

/** An order's address as one that can be given to another field; null if there is none. */
export function readAddress(address: OrderAddress | undefined): CreateAddressInput | null {
  const {
    streetLine1,
    countryCode,
    fullName,
    company,
    streetLine2,
    city,
    province,
    postalCode,
    phoneNumber,
  } = address ?? {};
  if (!streetLine1 || !countryCode) return null;
  return {
    streetLine1,
    countryCode,
    fullName,
    company,
    streetLine2,
    city,
    province,
    postalCode,
    phoneNumber,
  };
}
