import * as z from 'zod/mini';
import { pointSummarySchema } from './point-summary-schema.ts';

/** What a shopper is told of a parcel, in six words (docs/platform-api.md, chapter 11). */
export const TOLD_STATES = [
  'registered',
  'on_its_way',
  'ready',
  'delivered',
  'problem',
  'returning',
] as const;

/** Where something happened. Of an address, or a place of a kind that isn't known, only the country is told: it may be a person's. */
export const toldPlaceSchema = z.object({
  /** `centre`: of the carrier's. A kind added later is `other`. */
  kind: z.enum(['point', 'centre', 'address', 'other']),
  /** Of a point. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2. */
  country: z.nullable(z.string()),
});

export const toldEventSchema = z.object({
  /** The platform's, such as `LMD.1005`; later codes too. */
  code: z.string(),
  /** The state that it puts a parcel into, also by the beginning of a code that isn't known. null: it is a note. */
  group: z.nullable(z.enum(TOLD_STATES)),
  /** ISO 8601 with an offset. */
  time: z.string(),
  place: z.nullable(toldPlaceSchema),
});

/** Where a parcel can be fetched, or will be. */
export const toldDestinationSchema = z.object({
  ...toldPlaceSchema.shape,
  /** Of the published network, with hours and position; null: it isn't a point, or not in it. */
  summary: z.nullable(pointSummarySchema),
});

/** Answer of `GET /api/parcels/{number}`. Its status is 200 also for a number without a parcel, as of points. */
export const toldParcelSchema = z.object({
  number: z.string(),
  /**
   * - `found`: the fields below are told.
   * - `unknown`: the platform knows no such number: mistyped, not handed over yet, or gone, which not every platform tells apart.
   * - `gone`: the platform says that it had one; it keeps them for 121 days.
   * - `invalid`: no number looks like this.
   * - `unavailable`: can't be told now. Not of a single parcel, where it is an error.
   */
  status: z.enum(['found', 'unknown', 'gone', 'invalid', 'unavailable']),
  /** null: nothing has happened that says one. */
  state: z.nullable(z.enum(TOLD_STATES)),
  /** When that state began, ISO 8601 with an offset. */
  since: z.nullable(z.string()),
  /**
   * What its recipient does next: `wait`, `collect` it, `ask_shop`, or nothing more (`none`).
   */
  nextStep: z.nullable(z.enum(['wait', 'collect', 'ask_shop', 'none'])),
  /** Whether it goes back to a shop; null: not told. */
  isReturn: z.nullable(z.boolean()),
  /** null: not told, or it is on its way back. */
  destination: z.nullable(toldDestinationSchema),
  /** Oldest first. */
  events: z.array(toldEventSchema),
  /** Events that aren't told: unreadable, or older than the latest hundred. */
  leftOut: z.int(),
  /** When the platform was asked, ISO 8601; null: it wasn't. */
  checkedAt: z.nullable(z.string()),
});

/** Answer of `GET /api/parcels`: one for each number, in the same order. */
export const toldParcelsSchema = z.object({ parcels: z.array(toldParcelSchema) });

export type ToldState = (typeof TOLD_STATES)[number];
export type ToldPlace = z.infer<typeof toldPlaceSchema>;
export type ToldEvent = z.infer<typeof toldEventSchema>;
export type ToldParcel = z.infer<typeof toldParcelSchema>;

/** An answer that tells no parcel. */
export const tellNone = (
  number: string,
  status: Exclude<ToldParcel['status'], 'found'>,
  checkedAt: string | null,
): ToldParcel => ({
  number,
  status,
  state: null,
  since: null,
  nextStep: null,
  isReturn: null,
  destination: null,
  events: [],
  leftOut: 0,
  checkedAt,
});
