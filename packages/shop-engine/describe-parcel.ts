import { AppError } from '#platform/errors.ts';
import { describeError, describeField } from '#platform/describe-error.ts';
import { stateOfParcel, type ParcelState } from '#platform/parcel-state.ts';
import { eventsOf } from '#platform/tracking.ts';
import type { Carrier } from './accounts.ts';

/** A parcel as the shop's staff sees it. */
export interface DescribedParcel {
  trackingNumber: string;
  /** null if nothing is known. */
  state: ParcelState | null;
  /** Oldest first. */
  events: { code: string; time: Date; place: string | null }[];
}

/**
 * Fetches parcels and their events from the carrier now.
 * @returns one for each number, in their order; without events if the carrier doesn't know it
 * @throws AppError as the client
 */
export async function fetchParcels(
  { platform }: Pick<Carrier, 'platform'>,
  trackingNumbers: readonly string[],
): Promise<DescribedParcel[]> {
  const found = new Map<string, DescribedParcel>();
  for await (const parcel of platform.tracking.get(trackingNumbers)) {
    const { trackingNumber } = parcel;
    const events = eventsOf(parcel);
    const described = events.map(({ code, time, place }) => ({
      code,
      time: new Date(time),
      place: formatPlace(place),
    }));
    found.set(trackingNumber, { trackingNumber, state: stateOfParcel(events), events: described });
  }
  return trackingNumbers.map(
    (trackingNumber) => found.get(trackingNumber) ?? { trackingNumber, state: null, events: [] },
  );
}

/** Formats a place, any of whose fields may be absent. */
const formatPlace = (place: Readonly<Record<string, unknown>> | null): string | null =>
  ['name', 'street', 'city', 'pointId']
    .flatMap((name) => (typeof place?.[name] === 'string' ? place[name] : []))
    .join(', ') || null;

/** A failed call to the carrier, for the shop's staff; each of `fields` says what is wrong. */
export interface DescribedFailure {
  code: string;
  message: string;
  fields: string[];
  requestId: string | undefined;
}

/** Describes a failed call to the carrier. @returns null for an error that isn't the carrier's */
export const describeFailure = (error: unknown): DescribedFailure | null =>
  error instanceof AppError
    ? {
        code: error.code,
        message: describeError(error),
        fields: error.fields.map(describeField),
        requestId: error.requestId,
      }
    : null;
