import * as z from 'zod/mini';
import { publicReturnSchema } from '#contract/public-return.ts';

/** A return that a link has created, as it is stored. */
export const createdReturnSchema = z.pick(publicReturnSchema, {
  orderNumber: true,
  trackingNumber: true,
  dropOffCode: true,
  expiresAt: true,
});

export type CreatedReturn = z.infer<typeof createdReturnSchema>;
