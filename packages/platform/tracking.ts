import * as z from 'zod/mini';
import type { Caller, CallSignal } from './call.ts';
import { AppError } from './errors.ts';
import { operation } from './operation.ts';
import { compareEvents } from './parcel-state.ts';

/** Maximum numbers in one call: 6 sources. */
export const MAX_TRACKED = 10;

/** Where an event happened; any field may be null. */
const placeSchema = z.catch(z.nullish(z.looseObject({})), null);

/** An event from the API. In pushed events the time is called `timestamp` instead. */
const eventSchema = z.looseObject({
  /** ISO 8601 with an offset: 6 sources. */
  eventTimestamp: z.string(),
  eventCode: z.string(),
  eventId: z.catch(z.nullish(z.string()), null),
  location: placeSchema,
});

const trackedParcelSchema = z.looseObject({
  trackingNumber: z.string(),
  events: z.catch(z.array(z.unknown()), []),
});

export type TrackedParcel = z.infer<typeof trackedParcelSchema>;

/** Something that happened to a parcel. */
export interface ParcelEvent {
  /** `uuid#code`; null if it has none. */
  id: string | null;
  /** `LMD.1005`, or a code added later. */
  code: string;
  /** ISO 8601. */
  time: string;
  /** Where it happened; any field may be absent or null. */
  place: Readonly<Record<string, unknown>> | null;
}

/** A parcel's events, oldest first, because the platform doesn't sort them. Invalid entries are left out. */
export function eventsOf({ events }: Pick<TrackedParcel, 'events'>): ParcelEvent[] {
  return events
    .flatMap((value) => readEvent(value) ?? [])
    .filter(({ time }) => !Number.isNaN(Date.parse(time)))
    .sort(compareEvents);
}

function readEvent(value: unknown): ParcelEvent | null {
  const { success, data } = eventSchema.safeParse(value);
  if (!success) return null;
  const { eventId = null, eventCode, eventTimestamp, location = null } = data;
  return { id: eventId, code: eventCode, time: eventTimestamp, place: location };
}

/**
 * Parcels with their events, unsorted. For an unknown number, the parcel is absent or the answer is a 404:
 * no source shows which.
 */
export const trackParcels = operation({
  product: 'tracking',
  sources: 6,
  path: 'parcels',
  /** Repeated for each number: 4 sources; separated by commas in one. */
  query: ['trackingNumbers'],
  scope: 'api:tracking:read',
  data: z.looseObject({ parcels: z.array(trackedParcelSchema) }),
});

/** The client's methods for tracking. */
export function trackingMethods({ call }: Caller) {
  /**
   * One unknown number may turn the answer for all of them into a 404 (1 source against 2): then look up
   * each one separately.
   */
  async function track(
    numbers: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<TrackedParcel[]> {
    const query = numbers.map((number) => ['trackingNumbers', number] as const);
    try {
      return (await call(trackParcels, { query, signal })).data.parcels;
    } catch (error) {
      if (!(error instanceof AppError && error.status === 404)) throw error;
      if (numbers.length === 1) return [];
      return (await Promise.all(numbers.map((number) => track([number], signal)))).flat();
    }
  }

  return {
    /** The parcels that the platform knows, in the order of the numbers; looks up ten at a time. */
    async *get(
      trackingNumbers: readonly string[],
      { signal }: CallSignal = {},
    ): AsyncGenerator<TrackedParcel> {
      for (let at = 0; at < trackingNumbers.length; at += MAX_TRACKED) {
        const numbers = trackingNumbers.slice(at, at + MAX_TRACKED);
        const parcels = await track(numbers, signal);
        const found = new Map(parcels.map((parcel) => [parcel.trackingNumber, parcel]));
        for (const number of numbers) if (found.has(number)) yield found.get(number)!;
      }
    },
  };
}
