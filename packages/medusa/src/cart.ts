import type { Addressed } from './addresses.ts';
import type { Method } from './pickup.ts';

/** The fields of a cart that decide where it is delivered. */
export interface CartToDeliver extends Addressed {
  id: string;
  shipping_methods?: (Method | null)[] | null;
}

export const CART_FIELDS = ['id', 'shipping_methods.*', 'shipping_address.*', 'billing_address.*'] as const;
