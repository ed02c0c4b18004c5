import type { Platform } from '#platform/client.ts';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import type { ApiContext, Tools } from '../context.ts';
import { callAsItself, createOwnPlatform } from '../own-platform.ts';
import type { PublishedNetwork } from '../points/published-network.ts';
import { summarizePoint } from '../../src/lib/contract/point-summary.ts';
import type { PointSummary } from '../../src/lib/contract/point-summary-schema.ts';
import type { AskPlatform } from './parcel-reader.ts';
import { tellParcel } from './tell-parcel.ts';
import { tellNone, type ToldParcel } from '../../src/lib/contract/told-parcel.ts';

/** In bytes; ten parcels with their events have 30 KB. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const GONE = 410;
/**
 * Errors that one of several numbers may have caused: one that isn't this application's, is asked for too often, or can't be read. An error of
 * the way there (502, 503, no answer) is none.
 */
const MAY_BE_OF_ONE: readonly ErrorCode[] = [
  'malformed',
  'rejected',
  'unauthorized',
  'forbidden',
  'rate_limited',
];
const INTERNAL_ERROR = 500;

/** Asks the platform for parcels, with the application's own token, within one request. */
export const createParcelQuestion =
  (c: ApiContext, tools: Tools): AskPlatform =>
  async (numbers) => {
    const { now, published, trackingToken } = tools;
    const limits = { maxBytes: MAX_ANSWER_BYTES };
    // Apart from the question: who gets no token is refused for all numbers, and who has one for those that were asked for.
    await callAsItself(c, tools, trackingToken, limits).bearer.read();
    const platform = createOwnPlatform(c, tools, trackingToken, limits);
    return ask(platform, published, numbers, now);
  };

/** An error that is about some of the numbers takes no others with it: they are asked for again, each by itself. */
async function ask(
  platform: Platform,
  published: PublishedNetwork,
  numbers: readonly string[],
  now: () => number,
): Promise<Map<string, ToldParcel | AppError>> {
  const checkedAt = new Date(now()).toISOString();
  const answerAll = (write: (number: string) => ToldParcel | AppError) =>
    new Map(numbers.map((number) => [number, write(number)]));
  try {
    const told = answerAll((number) => tellNone(number, 'unknown', checkedAt));
    for await (const parcel of platform.tracking.get(numbers)) {
      const { destination, ...draft } = tellParcel(parcel);
      const summary = await findPoint(published, destination?.id ?? null);
      told.set(draft.number, {
        ...draft,
        destination: destination && { ...destination, summary },
        checkedAt,
      });
    }
    return told;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isOfOne = MAY_BE_OF_ONE.includes(error.code) || error.status === INTERNAL_ERROR;
    if (numbers.length > 1 && isOfOne) {
      const single = await Promise.all(numbers.map((number) => ask(platform, published, [number], now)));
      return new Map(single.flatMap((each) => [...each]));
    }
    return answerAll((number) => (error.status === GONE ? tellNone(number, 'gone', checkedAt) : error));
  }
}

/** Of the published network; null also if that can't be read, since the parcel is told without it. */
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
