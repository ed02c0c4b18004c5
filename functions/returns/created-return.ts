import * as z from 'zod/mini';
import { toldReturnSchema } from '../../src/lib/contract/told-return.ts';

/** A return that a link has created, as it is stored. */
export const createdReturnSchema = z.pick(toldReturnSchema, {
  orderNumber: true,
  trackingNumber: true,
  dropOffCode: true,
  expiresAt: true,
});

export type CreatedReturn = z.infer<typeof createdReturnSchema>;
