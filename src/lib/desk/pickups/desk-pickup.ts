import * as z from 'zod/mini';
import type { Pickup } from '#platform/pickups.ts';
import { nonRepeatableCallSchema, draftNonRepeatableCall } from '../call-at-most-once.ts';

/** A pickup as the desk stores it, because the platform's list has neither addresses nor parcels. */
export const deskPickupSchema = z.looseObject({
  ...nonRepeatableCallSchema.shape,
  /** The body of the call. */
  body: z.custom<Pickup>((value) => typeof value === 'object' && value !== null),
  /** The platform's id; null while the outcome is unknown. */
  orderId: z.nullable(z.string()),
  /** Whether it was cancelled here, so that its parcels wait for another pickup. */
  cancelled: z.boolean(),
});
export type DeskPickup = z.infer<typeof deskPickupSchema>;

export const draftPickup = (organizationId: string, body: Pickup, nowMs: number): DeskPickup => ({
  ...draftNonRepeatableCall(organizationId, nowMs),
  body,
  orderId: null,
  cancelled: false,
});

const text = z.catch(z.optional(z.string()), undefined);

const itemSchema = z.looseObject({
  id: z.string(),
  status: text,
  createdTime: text,
  pickupTime: z.catch(z.optional(z.looseObject({ from: text, to: text })), undefined),
  carrierReference: z.catch(z.optional(z.looseObject({ trackingNumber: text })), undefined),
});

/** A pickup as the platform lists it. */
export interface ListedPickup {
  id: string;
  /** `CREATED`, `PENDING`, `RESCHEDULED`, or an unknown status; empty: missing. */
  status: string;
  createdMs: number | null;
  fromMs: number | null;
  toMs: number | null;
  /** The courier's number for it; empty: missing. */
  reference: string;
}

const readTime = (time: string | undefined) => {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? null : ms;
};

/** Parses the items of a list. Counts those that aren't pickups. */
export function parsePickups(items: readonly unknown[]): { pickups: ListedPickup[]; unreadable: number } {
  const pickups = items.flatMap((item) => {
    const { data } = itemSchema.safeParse(item);
    if (data === undefined) return [];
    const { id, status = '', createdTime, pickupTime, carrierReference } = data;
    return [
      {
        id,
        status,
        createdMs: readTime(createdTime),
        fromMs: readTime(pickupTime?.from),
        toMs: readTime(pickupTime?.to),
        reference: carrierReference?.trackingNumber ?? '',
      },
    ];
  });
  return { pickups, unreadable: items.length - pickups.length };
}

/** Sorts pickups: latest first, those without a time last. */
export const sortPickups = (pickups: readonly ListedPickup[]): ListedPickup[] =>
  [...pickups].sort((a, b) => (b.fromMs ?? 0) - (a.fromMs ?? 0));

/** Maximum difference between the clocks of this computer and the platform. */
const CLOCKS_MS = 10 * 60_000;

/**
 * Finds the listed pickups that could be an order with an unknown outcome: at the same time, created
 * since it was ordered, and not already matched to another order. The list has no addresses, so several
 * matches can't be distinguished.
 */
export function findMatchingPickups(
  { body, createdMs }: DeskPickup,
  listed: readonly ListedPickup[],
  orders: readonly DeskPickup[],
): ListedPickup[] {
  const [fromMs, toMs] = [Date.parse(body.pickupTime.from), Date.parse(body.pickupTime.to)];
  return listed.filter(
    (each) =>
      each.fromMs === fromMs &&
      each.toMs === toMs &&
      (each.createdMs === null || each.createdMs > createdMs - CLOCKS_MS) &&
      !orders.some(({ orderId }) => orderId === each.id),
  );
}
