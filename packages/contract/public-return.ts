import * as z from 'zod/mini';

/** Answer of `POST /api/returns`: everything a customer needs to hand the parcel in. */
export const publicReturnSchema = z.object({
  orderNumber: z.string(),
  /** Where the parcel is handed in, ISO 3166-1 alpha-2. */
  countryCode: z.string(),
  /** false: the return can still be created with the link, and the fields below are null. */
  isCreated: z.boolean(),
  /** null if not known. */
  trackingNumber: z.nullable(z.string()),
  /**
   * Digits to enter at a locker or show at a counter; the first may be 0. null: there is no code, and a
   * label is needed.
   */
  dropOffCode: z.nullable(z.string()),
  /** The latest time to hand the parcel in, as the platform writes it, ISO 8601. null if not known. */
  expiresAt: z.nullable(z.string()),
});

export type PublicReturn = z.infer<typeof publicReturnSchema>;
