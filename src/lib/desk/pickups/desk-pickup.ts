import * as z from 'zod/mini';
import type { Pickup } from '#platform/pickups.ts';
import { askedOnceSchema, draftOnce } from '../ask-once.ts';

/** A pickup as the desk keeps it, since the platform tells neither address nor parcels. */
export const deskPickupSchema = z.looseObject({
  ...askedOnceSchema.shape,
  /** The body of the call. */
  body: z.custom<Pickup>((value) => typeof value === 'object' && value !== null),
  /** The platform's id; null while the outcome is unknown. */
  orderId: z.nullable(z.string()),
  /** Whether it was cancelled here: its parcels wait for another. */
  cancelled: z.boolean(),
});
export type DeskPickup = z.infer<typeof deskPickupSchema>;

export const draftPickup = (organizationId: string, body: Pickup, nowMs: number): DeskPickup => ({
  ...draftOnce(organizationId, nowMs),
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
  /** `CREATED`, `PENDING`, `RESCHEDULED`, or others, which aren't known; empty: not told. */
  status: string;
  createdMs: number | null;
  fromMs: number | null;
  toMs: number | null;
  /** Number by which the courier knows it; empty: not told. */
  reference: string;
}

const readTime = (time: string | undefined) => {
  const ms = Date.parse(time ?? '');
  return Number.isNaN(ms) ? null : ms;
};

/** Reads a list's items. What isn't one is counted. */
export function readItems(items: readonly unknown[]): { pickups: ListedPickup[]; unreadable: number } {
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

/** The latest first; without a time last. */
export const sortPickups = (pickups: readonly ListedPickup[]): ListedPickup[] =>
  [...pickups].sort((a, b) => (b.fromMs ?? 0) - (a.fromMs ?? 0));

/** Clocks of this computer and of the platform may differ by so much. */
const CLOCKS_MS = 10 * 60_000;

/**
 * The listed pickups that an order without an answer may have become: of the same time, created since it was ordered, and none of those that
 * are known from their own answers. The list tells no address, so several can't be told apart.
 */
export function findOrdered(
  { body, createdMs }: DeskPickup,
  listed: readonly ListedPickup[],
  known: readonly DeskPickup[],
): ListedPickup[] {
  const [fromMs, toMs] = [Date.parse(body.pickupTime.from), Date.parse(body.pickupTime.to)];
  return listed.filter(
    (each) =>
      each.fromMs === fromMs &&
      each.toMs === toMs &&
      (each.createdMs === null || each.createdMs > createdMs - CLOCKS_MS) &&
      !known.some(({ orderId }) => orderId === each.id),
  );
}
