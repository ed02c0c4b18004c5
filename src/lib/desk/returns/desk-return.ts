import * as z from 'zod/mini';
import type { Platform } from '#platform/client.ts';
import type { Return } from '#platform/returns.ts';
import { nonRepeatableCallSchema, draftNonRepeatableCall } from '../call-at-most-once.ts';

/** A return as the desk stores it. */
export const deskReturnSchema = z.looseObject({
  ...nonRepeatableCallSchema.shape,
  /** The body of the call. */
  body: z.custom<Return>((value) => typeof value === 'object' && value !== null),
  /** The platform's id; null while the outcome is unknown. */
  returnId: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  /** Digits, possibly with a leading 0; null: the market has no codes. */
  dropOffCode: z.nullable(z.string()),
  /** null: the platform gave no expiry. */
  expiresMs: z.nullable(z.number()),
});
export type DeskReturn = z.infer<typeof deskReturnSchema>;

export const draftReturn = (organizationId: string, body: Return, nowMs: number): DeskReturn => ({
  ...draftNonRepeatableCall(organizationId, nowMs),
  body,
  returnId: null,
  trackingNumber: null,
  dropOffCode: null,
  expiresMs: null,
});

type Answer = Awaited<ReturnType<Platform['returns']['create']>>;

/** Extracts the stored fields from the platform's answer to creating or reading a return. */
export function readReturnAnswer({
  data,
  requestId,
}: Pick<Answer, 'data' | 'requestId'>): Partial<DeskReturn> {
  const [parcel] = data.parcels;
  const expiresMs = Date.parse(data.expirationDate ?? '');
  return {
    returnId: data.id,
    requestId,
    trackingNumber: parcel?.trackingNumber ?? null,
    dropOffCode: parcel?.dropOffCode ?? null,
    expiresMs: Number.isNaN(expiresMs) ? null : expiresMs,
  };
}

/** Display name of the person who sends a return. */
export function nameSender({ body: { sender } }: Pick<DeskReturn, 'body'>): string {
  const name = [sender.firstName, sender.lastName].filter(Boolean).join(' ');
  return name || sender.companyName || sender.email;
}
