import type { Platform } from '#platform/client.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import type { ApiContext, Services } from '../context.ts';
import { callAsItself, createOwnPlatform } from '../http/own-platform.ts';
import type { PublishedNetwork } from '../points/published-network.ts';
import { summarizePoint } from '#contract/point-summary.ts';
import type { PointSummary } from '#contract/point-summary-schema.ts';
import { findDeadline } from './find-deadline.ts';
import type { FetchParcels } from './parcel-reader.ts';
import { toPublicParcel } from './to-public-parcel.ts';
import { emptyParcelAnswer, type PublicParcel } from '#contract/public-parcel.ts';

/** In bytes; ten parcels with their events have 30 KB. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const GONE = 410;
/**
 * Errors that a single one of several numbers may have caused: it isn't this application's, is
 * requested too often, or has an answer that can't be read. An error on the way to the platform
 * (502, 503, no answer) isn't one of them.
 */
const MAY_CONCERN_ONE: readonly ErrorCode[] = [
  'malformed',
  'rejected',
  'unauthorized',
  'forbidden',
  'rate_limited',
];
const INTERNAL_ERROR = 500;

/** Fetches parcels from the platform, with the application's own token, within one request. */
export const createParcelFetcher =
  (c: ApiContext, services: Services): FetchParcels =>
  async (numbers) => {
    const { now, published, trackingToken, settings } = services;
    const limits = { maxBytes: MAX_ANSWER_BYTES };
    // Before the call and outside its error handling: a failure to get a token affects all numbers,
    // a failed call only the numbers that it requests.
    await callAsItself(c, services, trackingToken, limits).bearer.read();
    const platform = createOwnPlatform(c, services, trackingToken, limits);
    return fetchParcels(platform, { published, now, collectDays: settings.collectDays }, numbers);
  };

/** Data of an answer that isn't the platform's. */
interface Sources {
  published: PublishedNetwork;
  now: () => number;
  /** Days in which a parcel can be collected, by the type of its point. */
  collectDays: ReadonlyMap<string, number>;
}

/**
 * Fetches several parcels. If an error may concern only some of the numbers, fetches each one
 * separately, so that the others still have an answer.
 */
async function fetchParcels(
  platform: Platform,
  sources: Sources,
  numbers: readonly string[],
): Promise<Map<string, PublicParcel | AppError>> {
  const { published, now, collectDays } = sources;
  const checkedAt = new Date(now()).toISOString();
  const mapNumbers = (describe: (number: string) => PublicParcel | AppError) =>
    new Map(numbers.map((number) => [number, describe(number)]));
  try {
    const parcels = mapNumbers((number) => emptyParcelAnswer(number, 'unknown', checkedAt));
    for await (const parcel of platform.tracking.get(numbers)) {
      const { destination, ...draft } = toPublicParcel(parcel);
      const summary = await findPoint(published, destination?.id ?? null);
      const collectUntil = findDeadline(draft, summary?.type ?? null, collectDays, now());
      parcels.set(draft.number, {
        ...draft,
        destination: destination && { ...destination, summary },
        checkedAt,
        ...(collectUntil !== null && { collectUntil }),
      });
    }
    return parcels;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const mayConcernOne = MAY_CONCERN_ONE.includes(error.code) || error.status === INTERNAL_ERROR;
    if (numbers.length > 1 && mayConcernOne) {
      const single = await Promise.all(numbers.map((number) => fetchParcels(platform, sources, [number])));
      return new Map(single.flatMap((outcomes) => [...outcomes]));
    }
    return mapNumbers((number) =>
      error.status === GONE ? emptyParcelAnswer(number, 'gone', checkedAt) : error,
    );
  }
}

/**
 * Finds a point in the published network; null also if the network can't be read, since the parcel
 * can be shown without its point.
 */
async function findPoint(published: PublishedNetwork, id: string | null): Promise<PointSummary | null> {
  if (id === null) return null;
  const point = await published
    .look((network) => network.findPoint(id))
    .catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return null;
    });
  return point && summarizePoint(point);
}
