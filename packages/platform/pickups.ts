import * as z from 'zod/mini';
import { addressSchema, amountSchema, email, isoTime, openText, referencesSchema, text } from './address.ts';
import type { Caller, CallSignal } from './call.ts';
import { operation } from './operation.ts';

const isMeasured = ({ totalWeight, totalVolume }: { totalWeight?: unknown; totalVolume?: unknown }) =>
  totalWeight !== undefined || totalVolume !== undefined;

/** Body of a one-time pickup: 4 sources for the call, 2 for the fields. */
export const pickupSchema = z.looseObject({
  address: z.extend(addressSchema, { locationDescription: z.optional(text(255)) }),
  contactPerson: z.looseObject({
    firstName: text(),
    lastName: text(),
    email,
    /** In two parts, unlike the phone numbers of shipments: 2 sources against 1. */
    phone: z.looseObject({ prefix: z.string().check(z.regex(/^\+\d{1,4}$/)), number: text(20) }),
  }),
  pickupTime: z.looseObject({ from: isoTime, to: isoTime }),
  /**
   * Parcels need a weight, anything else a volume (1 source each). Another source accepts either, so either
   * will do.
   */
  volume: z
    .looseObject({
      /** `PARCEL`, `RECYCLABLE_PACKAGING`, `PALLET`. */
      itemType: openText<'PARCEL' | 'RECYCLABLE_PACKAGING' | 'PALLET'>(40),
      count: z.int().check(z.gte(1)),
      totalWeight: z.optional(amountSchema),
      totalVolume: z.optional(amountSchema),
    })
    .check(
      z.refine((volume) => isMeasured(volume) || volume.itemType !== 'PARCEL', { path: ['totalWeight'] }),
      z.refine((volume) => isMeasured(volume) || volume.itemType === 'PARCEL', { path: ['totalVolume'] }),
    ),
  references: z.optional(referencesSchema),
  trackingNumbers: z.optional(z.array(text())),
});

/** A pickup to order: where, when, and what. */
export type Pickup = z.infer<typeof pickupSchema>;

const createdPickupSchema = z.looseObject({
  id: z.string(),
  /** `CREATED`, `PENDING`, `RESCHEDULED`; final values aren't known. */
  status: z.catch(z.optional(openText<'CREATED' | 'PENDING' | 'RESCHEDULED'>()), undefined),
});

const PATH = 'organizations/{organizationId}/one-time-pickups';
const READING = { product: 'pickups', scope: 'api:one-time-pickups:read' } as const;
const WRITING = { product: 'pickups', scope: 'api:one-time-pickups:write' } as const;

export const createPickup = operation({
  ...WRITING,
  sources: 4,
  method: 'POST',
  path: PATH,
  body: pickupSchema,
  data: createdPickupSchema,
  repeat: 'never',
});

/** Pages are counted from 0, unlike those of points: 1 source. */
export const listPickups = operation({
  ...READING,
  sources: 4,
  path: PATH,
  query: ['page', 'size', 'sort'],
  data: z.looseObject({
    items: z.array(z.unknown()),
    totalPages: z.catch(z.number(), 1),
  }),
});

export const getPickup = operation({
  ...READING,
  sources: 4,
  path: `${PATH}/{orderId}`,
  data: createdPickupSchema,
});

/** PUT in 4 sources, DELETE in one. The answer may be empty. Cancelling again does no harm. */
export const cancelPickup = operation({
  ...WRITING,
  sources: 4,
  method: 'PUT',
  path: `${PATH}/{orderId}/cancel`,
  data: z.unknown(),
});

/** The latest time to order a pickup for the same day. `cutoffTime` may be empty. */
export const getCutoffTime = operation({
  ...READING,
  sources: 4,
  path: 'cutoff-time',
  query: ['postalCode', 'countryCode'],
  data: z.looseObject({ cutoffTime: z.catch(z.nullish(z.string()), null) }),
});

/** The client's methods for pickups. */
export function pickupMethods({ call }: Caller) {
  return {
    /**
     * Orders a courier, for a window of at least two hours within one day, at most a week ahead. It isn't
     * retried after an unclear failure, because no id makes that safe.
     * @throws UnknownOutcomeError if there was no answer: check `list`; AppError as `shipments.create`
     */
    create: (organizationId: string, pickup: Pickup, { signal }: CallSignal = {}) =>
      call(createPickup, { values: { organizationId }, body: pickup, signal }),

    /** Ordered  @param page from 0 */
    list: (organizationId: string, page = 0, { signal }: CallSignal = {}) =>
      call(listPickups, {
        values: { organizationId },
        query: [['page', String(page)]],
        signal,
      }),

    /** An ordered pickup by its id, with its `status`. */
    get: (organizationId: string, orderId: string, { signal }: CallSignal = {}) =>
      call(getPickup, { values: { organizationId, orderId }, signal }),

    /** Cancels a pickup. Cancelling it again does no harm. */
    cancel: (organizationId: string, orderId: string, { signal }: CallSignal = {}) =>
      call(cancelPickup, { values: { organizationId, orderId }, signal }),

    /**
     * The latest time to order a pickup for the same day: `data.cutoffTime`, such as `13:00:00`, or
     * nothing.
     */
    cutoff: (postalCode: string, countryCode: string, { signal }: CallSignal = {}) =>
      call(getCutoffTime, { query: Object.entries({ postalCode, countryCode }), signal }),
  };
}
