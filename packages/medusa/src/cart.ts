import type { MedusaAddress } from './addresses.ts';
import type { Method } from './pickup.ts';

/** The fields of a cart that decide where it is delivered. */
export interface CartToDeliver {
  id: string;
  shipping_methods?: (Method | null)[] | null;
  shipping_address?: MedusaAddress | null;
  billing_address?: MedusaAddress | null;
}

export const CART_FIELDS = ['id', 'shipping_methods.*', 'shipping_address.*', 'billing_address.*'] as const;
