import * as z from 'zod/mini';
import { pointSummarySchema } from './point-summary-schema.ts';

/** States of a parcel as shown to shoppers (docs/platform-api.md, chapter 11). */
export const PUBLIC_PARCEL_STATES = [
  'registered',
  'on_its_way',
  'ready',
  'delivered',
  'problem',
  'returning',
] as const;

/**
 * Where something happened. For an address, or an unknown kind of place, only the country is set, because
 * it may be someone's home.
 */
const placeSchema = z.object({
  /** `centre`: one of the carrier's. A kind added later is `other`. */
  kind: z.enum(['point', 'centre', 'address', 'other']),
  /** Only for a point. */
  id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  city: z.nullable(z.string()),
  /** ISO 3166-1 alpha-2. */
  country: z.nullable(z.string()),
});

const eventSchema = z.object({
  /** The platform's code, such as `LMD.1005`, or one added later. */
  code: z.string(),
  /**
   * The state that it puts a parcel into; for an unknown code, derived from its prefix. null: the event is
   * just a note.
   */
  group: z.nullable(z.enum(PUBLIC_PARCEL_STATES)),
  /** ISO 8601 with an offset. */
  time: z.string(),
  place: z.nullable(placeSchema),
});

/** Where a parcel can be collected, now or later. */
const destinationSchema = z.object({
  ...placeSchema.shape,
  /** From the published network, with hours and position; null if it isn't a point, or not in the network. */
  summary: z.nullable(pointSummarySchema),
});

/** Texts about a parcel for a shop's mails and text messages. */
const textsSchema = z.object({
  /** Their language; English if the requested one has no translation. */
  language: z.string(),
  /** For a mail; the shop adds the order. */
  subject: z.string(),
  sentence: z.string(),
  /** The recipient's next step; empty if nothing is left to do. */
  next: z.string(),
  /**
   * A single SMS with the number: at most 160 letters of GSM's alphabet, or 70 in a language with another
   * alphabet.
   */
  sms: z.string(),
  /** Address of a file with an entry for calendars, to link in a mail; only with `collectUntil`. */
  calendar: z.optional(z.string()),
});

/**
 * Answer of `GET /api/parcels/{number}`. As with points, the HTTP status is 200 even for a number without a
 * parcel.
 */
export const publicParcelSchema = z.object({
  number: z.string(),
  /**
   * - `found`: the fields below are set.
   * - `unknown`: the platform doesn't know the number: mistyped, not handed over yet, or gone; not every
   *   platform distinguishes.
   * - `gone`: the platform says that it had such a parcel; it keeps them for 121 days.
   * - `invalid`: the text can't be a tracking number.
   * - `unavailable`: can't be looked up now. Only in an answer for several parcels; for a single one it is
   *   an error.
   */
  status: z.enum(['found', 'unknown', 'gone', 'invalid', 'unavailable']),
  /** null if no event has set one yet. */
  state: z.nullable(z.enum(PUBLIC_PARCEL_STATES)),
  /** When that state began, ISO 8601 with an offset. */
  since: z.nullable(z.string()),
  /**
   * The recipient's next step: `wait`, `collect` it, `ask_shop`, or nothing (`none`).
   */
  nextStep: z.nullable(z.enum(['wait', 'collect', 'ask_shop', 'none'])),
  /** Whether it goes back to a shop; null if not known. */
  isReturn: z.nullable(z.boolean()),
  /** null if not known, or if the parcel is on its way back. */
  destination: z.nullable(destinationSchema),
  /**
   * Until when it can be collected, ISO 8601. Only for a parcel that is ready, if the operator has set how
   * long points of this type keep parcels: the platform doesn't say it.
   */
  collectUntil: z.optional(z.string()),
  /** Oldest first. */
  events: z.array(eventSchema),
  /** Number of events left out: unreadable, or older than the latest hundred. */
  leftOut: z.int(),
  /** When the platform was asked, ISO 8601; null if it wasn't. */
  checkedAt: z.nullable(z.string()),
  /** For a parcel that was found, if the query has a `language`. */
  texts: z.optional(textsSchema),
});

/** Answer of `GET /api/parcels`: one for each number, in the same order. */
export const publicParcelsSchema = z.object({ parcels: z.array(publicParcelSchema) });

export type PublicParcelState = (typeof PUBLIC_PARCEL_STATES)[number];
export type PublicParcelPlace = z.infer<typeof placeSchema>;
export type PublicParcelEvent = z.infer<typeof eventSchema>;
export type ParcelTexts = z.infer<typeof textsSchema>;
export type PublicParcel = z.infer<typeof publicParcelSchema>;

/** Creates an answer without a parcel. */
export const emptyParcelAnswer = (
  number: string,
  status: Exclude<PublicParcel['status'], 'found'>,
  checkedAt: string | null,
): PublicParcel => ({
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
