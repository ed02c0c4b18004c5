import * as z from 'zod/mini';
import type { ErrorCode } from '#platform/errors.ts';
import type { ParcelState } from '#platform/parcel-state.ts';
import { uuidSchema } from './uuid.ts';
import type { Shipment } from '#platform/shipping.ts';

/**
 * States of a parcel on the desk. `draft`: not sent yet. `sending`: a call is in progress. `unknown`: no
 * answer came, so the platform may have created it; a repeated call with the same id creates no second
 * one. `refused`: the platform has not created it.
 */
export const SENDING_STATES = ['draft', 'sending', 'sent', 'refused', 'unknown'] as const;
export type SendingState = (typeof SENDING_STATES)[number];

/** The latest time that a `Date` can represent. */
const LATEST_MS = 8.64e15;
const timeMs = z.number().check(z.gte(0), z.lte(LATEST_MS));

/** Errors that a sending call can end with. */
const CODES: readonly ErrorCode[] = [
  'network',
  'timeout',
  'aborted',
  'malformed',
  'redirected',
  'unauthorized',
  'forbidden',
  'not_found',
  'rejected',
  'rate_limited',
  'unavailable',
  'session_ended',
  'account_changed',
  'scope_missing',
];

const problemSchema = z.looseObject({
  code: z.catch(
    z.custom<ErrorCode>((value) => CODES.includes(value)),
    'malformed',
  ),
  fields: z.array(z.looseObject({ path: z.string(), codes: z.array(z.string()) })),
  requestId: z.nullable(z.string()),
});

const eventSchema = z.looseObject({
  id: z.nullable(z.string()),
  code: z.string(),
  /** ISO 8601. */
  time: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  place: z.nullable(z.record(z.string(), z.unknown())),
});

const trackingSchema = z.looseObject({
  state: z.nullable(z.custom<ParcelState>((value) => typeof value === 'string')),
  /** Oldest first. */
  events: z.array(eventSchema),
  /** When the platform was last asked. */
  readMs: timeMs,
});

/** Parts of a body that lists and screens rely on. Its fields are checked before it is sent. */
const partsSchema = z.looseObject({
  recipient: z.looseObject({}),
  destination: z.looseObject({}),
  parcels: z.array(z.looseObject({})),
});
const hasParts = (value: unknown) => partsSchema.safeParse(value).success;

/** A parcel as the desk stores it. Times are milliseconds since 1970. */
export const deskParcelSchema = z.looseObject({
  /** UUID; also the deduplication id of its call, so it is created before the call. */
  id: uuidSchema,
  state: z.enum(SENDING_STATES),
  organizationId: z.string(),
  /** The body of the call. */
  shipment: z.custom<Shipment>((value) => hasParts(value)),
  /** Display name of the chosen point; empty for an address. */
  pointName: z.string(),
  /** The import that it came from, with its row there; null: typed by hand. */
  importId: z.nullable(z.string()),
  row: z.number(),
  createdMs: timeMs,
  trackingNumber: z.nullable(z.string()),
  /** Request id of the call that created it, for support. */
  requestId: z.nullable(z.string()),
  /** Why it was refused, or why its outcome is unknown. */
  problem: z.nullable(problemSchema),
  /** null: never tracked. */
  tracking: z.nullable(trackingSchema),
});

export type DeskParcel = z.infer<typeof deskParcelSchema>;

/** Creates a parcel that has not been sent yet. */
export function draftParcel(
  written: Pick<DeskParcel, 'organizationId' | 'shipment'> &
    Partial<Pick<DeskParcel, 'pointName' | 'importId' | 'row'>>,
  nowMs = Date.now(),
): DeskParcel {
  return {
    pointName: '',
    importId: null,
    row: 0,
    ...written,
    id: crypto.randomUUID(),
    state: 'draft',
    createdMs: nowMs,
    trackingNumber: null,
    requestId: null,
    problem: null,
    tracking: null,
  };
}

/** Name of the person or company that receives it. */
export function nameRecipient({ shipment }: Pick<DeskParcel, 'shipment'>): string {
  const { firstName, lastName, companyName } = shipment.recipient;
  const person = [firstName, lastName].filter(Boolean).join(' ');
  return person === '' ? (companyName ?? '') : person;
}
