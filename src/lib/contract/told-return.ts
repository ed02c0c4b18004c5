import * as z from 'zod/mini';

/** Answer of `POST /api/returns`: what a customer needs to hand the parcel in. */
export const toldReturnSchema = z.object({
  orderNumber: z.string(),
  /** Where the parcel is handed in, ISO 3166-1 alpha-2. */
  countryCode: z.string(),
  /** false: the link can create it, and the fields below are null. */
  isCreated: z.boolean(),
  /** null: not told. */
  trackingNumber: z.nullable(z.string()),
  /** Digits that are typed in at a locker or shown at a counter; they may begin with 0. null: there is none, it needs a label. */
  dropOffCode: z.nullable(z.string()),
  /** Until when the parcel can be handed in, as the platform writes it, ISO 8601. null: not told. */
  expiresAt: z.nullable(z.string()),
});

export type ToldReturn = z.infer<typeof toldReturnSchema>;
