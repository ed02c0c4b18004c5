import { AppError, type ErrorCode } from '#platform/errors.ts';
import { trackParcels } from '#platform/tracking.ts';
import { recordOutcomes, type ApiContext, type Services } from '../context.ts';
import { countComputing, countMore } from '../http/count-request.ts';
import { explainNotGranted } from '../http/own-platform.ts';
import { QueryReader } from '../points/read-query.ts';
import { readShopperLocale, type ShopperLocale } from '../points/shopper-texts.ts';
import { RefusedError, refuseRequest } from '../http/refusal.ts';
import { createParcelFetcher } from './parcel-fetcher.ts';
import { CACHE_MS, type ReadParcel } from './parcel-reader.ts';
import { writeParcelTexts } from './parcel-texts.ts';
import { MAX_PARCELS, PARCEL_NUMBER } from '#contract/parcel-number.ts';
import { splitList } from '#contract/read-list.ts';
import { emptyParcelAnswer, type PublicParcel } from '#contract/public-parcel.ts';

export const PARCELS_PARAMETERS = ['numbers'];
/** Parameters of both, none of which is required. */
export const PARCEL_PARAMETERS = ['language'];
/**
 * A number that leads to no parcel counts as this many more requests: a client with many such
 * numbers is guessing.
 */
const MISS_COST = 9;
/** Errors with which the platform refuses a number of another sender. */
const NOT_OURS: readonly ErrorCode[] = ['forbidden', 'unauthorized'];

/**
 * `GET /api/parcels/{number}`: where a parcel is, for the shopper's page and shops' pages. Open to
 * any origin: the answer is the same for everyone who has the number, and contains no personal
 * data. With `language` it has texts for a shop's mails.
 */
export async function answerParcel(c: ApiContext, services: Services): Promise<Response> {
  const { parcel, locale } = await readRequestedParcel(c, services);
  return answerText(c, services, [parcel], 'application/json', addTexts(parcel, locale, services));
}

/**
 * Reads the parcel of a path with `:number`, and the query's `language`.
 * @throws RefusedError 400, 429
 * @throws AppError if the platform doesn't answer
 */
export async function readRequestedParcel(
  c: ApiContext,
  services: Services,
): Promise<{ parcel: ReadParcel; locale: ShopperLocale | null }> {
  const number = c.req.param('number') ?? '';
  if (!PARCEL_NUMBER.test(number))
    throw refuseRequest('number must be 8 to 40 letters and digits, without spaces.');
  const locale = readShopperLocale(new QueryReader(new URL(c.req.url).searchParams));
  await countComputing(c, services, 'parcel');
  const [outcome] = await services.parcels.read(
    [number],
    createParcelFetcher(c, services),
    wantsFreshAnswer(c),
  );
  await countMisses(c, services, [outcome!]);
  if (outcome instanceof AppError) throw explainError(outcome);
  return { parcel: outcome!, locale };
}

/**
 * `GET /api/parcels?numbers=…`: the same for several parcels. Numbers are requested from the
 * platform in groups of ten. A number that is invalid, or can't be looked up right now, doesn't
 * affect the others.
 */
export async function answerParcels(c: ApiContext, services: Services): Promise<Response> {
  const query = new URL(c.req.url).searchParams;
  const numbers = readNumbers(query);
  const locale = readShopperLocale(new QueryReader(query));
  await countMore(c, services, numbers.length - 1);
  await countComputing(c, services, 'parcel', numbers.length);
  const possible = [...new Set(numbers.filter((number) => PARCEL_NUMBER.test(number)))];
  const outcomes = await services.parcels.read(
    possible,
    createParcelFetcher(c, services),
    wantsFreshAnswer(c),
  );
  const answered = outcomes.filter((outcome) => !(outcome instanceof AppError));
  const [error] = outcomes.filter((outcome) => outcome instanceof AppError);
  await countMisses(c, services, outcomes);
  if (answered.length === 0 && error !== undefined) throw explainError(error);
  const texts = new Map(
    possible.map((number, at) => {
      const outcome = outcomes[at]!;
      const isError = outcome instanceof AppError;
      return [
        number,
        isError
          ? JSON.stringify(emptyParcelAnswer(number, 'unavailable', null))
          : addTexts(outcome, locale, services),
      ];
    }),
  );
  const parcels = numbers.map((n) => texts.get(n) ?? JSON.stringify(emptyParcelAnswer(n, 'invalid', null)));
  return answerText(c, services, answered, 'application/json', `{"parcels":[${parcels.join(',')}]}`);
}

/** Adds texts to a parcel's answer, which is cached without them. @returns JSON */
function addTexts(
  { json, status }: ReadParcel,
  locale: ShopperLocale | null,
  { settings }: Services,
): string {
  if (locale === null || status !== 'found') return json;
  const parcel = JSON.parse(json) as PublicParcel;
  const path = `/api/parcels/${parcel.number}/calendar.ics?language=${locale.language}`;
  const calendar = parcel.collectUntil === undefined ? {} : { calendar: settings.appOrigin + path };
  return JSON.stringify({ ...parcel, texts: { ...writeParcelTexts(parcel, locale), ...calendar } });
}

/**
 * Maximum length of a list: the most numbers, each with the 40 characters that `PARCEL_NUMBER`
 * allows, a comma and a space.
 */
const MAX_NUMBERS = MAX_PARCELS * (40 + 2);

/**
 * Whether the client wants no cached answer, as with `fetch` and `cache: 'reload'`. It counts like
 * any other request.
 */
const wantsFreshAnswer = (c: ApiContext) => /\bno-cache\b/i.test(c.req.header('cache-control') ?? '');

/** @throws RefusedError 400 */
function readNumbers(query: URLSearchParams): string[] {
  const numbers = new QueryReader(query).list('numbers', splitList, MAX_NUMBERS);
  if (numbers.length === 0 || numbers.length > MAX_PARCELS)
    throw refuseRequest(`numbers must be 1 to ${MAX_PARCELS} tracking numbers, separated by commas.`);
  return numbers;
}

/**
 * Counts misses without refusing this request, whose answer is already known. If there were too
 * many, the next request is refused.
 */
async function countMisses(
  c: ApiContext,
  services: Services,
  outcomes: readonly (ReadParcel | AppError)[],
): Promise<void> {
  const misses = outcomes.filter((outcome) =>
    outcome instanceof AppError ? NOT_OURS.includes(outcome.code) : outcome.status !== 'found',
  ).length;
  await countMore(c, services, misses * MISS_COST).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
  });
}

/**
 * Answers with a text about parcels. It is cached privately, since a URL with a number belongs to a person, and for as long as the oldest
 * parcel stays cached here.
 */
export function answerText(
  c: ApiContext,
  { now }: Services,
  answered: readonly ReadParcel[],
  contentType: string,
  text: string,
): Response {
  recordOutcomes(
    c,
    answered.map(({ status }) => `parcel_${status}` as const),
  );
  const oldestMs = Math.min(...answered.map(({ readAtMs }) => readAtMs));
  const seconds = answered.length === 0 ? 0 : Math.ceil((oldestMs + CACHE_MS - now()) / 1000);
  c.header('cache-control', seconds > 0 ? `private, max-age=${seconds}` : 'no-store');
  c.header('content-type', contentType);
  return c.body(text);
}

const explainError = (error: AppError) =>
  explainNotGranted(error, {
    code: 'tracking_not_granted',
    what: 'Parcels can’t be tracked here',
    scope: trackParcels.scope,
  });
