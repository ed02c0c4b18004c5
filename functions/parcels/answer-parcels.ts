import { AppError, type ErrorCode } from '#platform/errors.ts';
import { trackParcels } from '#platform/tracking.ts';
import { noteOutcomes, type ApiContext, type Tools } from '../context.ts';
import { countComputing, countMore } from '../count-request.ts';
import { explainNotGranted } from '../own-platform.ts';
import { QueryReader } from '../points/read-query.ts';
import { RefusedError, refuseRequest } from '../refusal.ts';
import { createParcelQuestion } from './ask-platform.ts';
import { KEPT_MS, type ReadParcel } from './parcel-reader.ts';
import { MAX_PARCELS, PARCEL_NUMBER } from '../../src/lib/contract/parcel-number.ts';
import { splitList } from '../../src/lib/contract/read-list.ts';
import { tellNone } from '../../src/lib/contract/told-parcel.ts';

export const PARCELS_PARAMETERS = ['numbers'];
/** As how many requests a number counts that leads to no parcel, beyond itself: who asks for many of them guesses. */
const MISS_COST = 9;
/** Errors by which the platform refuses to tell a number, which is another sender's. */
const OF_OTHERS: readonly ErrorCode[] = ['forbidden', 'unauthorized'];

/**
 * `GET /api/parcels/{number}`: where a parcel is, for the shopper's page and shops' pages. Open to any origin: whoever has the number is
 * told the same, and nothing of persons.
 */
export async function answerParcel(c: ApiContext, tools: Tools): Promise<Response> {
  const number = c.req.param('number') ?? '';
  if (!PARCEL_NUMBER.test(number))
    throw refuseRequest('number must be 8 to 40 letters and digits, without spaces.');
  await countComputing(c, tools, 'parcel');
  const [outcome] = await tools.parcels.read([number], createParcelQuestion(c, tools), asksAnew(c));
  await countMisses(c, tools, [outcome!]);
  if (outcome instanceof AppError) throw explainError(outcome);
  return answerJson(c, tools, [outcome!], outcome!.json);
}

/**
 * `GET /api/parcels?numbers=…`: the same of several. Ten are asked for at once, and a number that is none, or can't be told now, takes no
 * other with it.
 */
export async function answerParcels(c: ApiContext, tools: Tools): Promise<Response> {
  const numbers = readNumbers(new URL(c.req.url).searchParams);
  await countMore(c, tools, numbers.length - 1);
  await countComputing(c, tools, 'parcel', numbers.length);
  const possible = [...new Set(numbers.filter((number) => PARCEL_NUMBER.test(number)))];
  const outcomes = await tools.parcels.read(possible, createParcelQuestion(c, tools), asksAnew(c));
  const told = outcomes.filter((outcome) => !(outcome instanceof AppError));
  const [error] = outcomes.filter((outcome) => outcome instanceof AppError);
  await countMisses(c, tools, outcomes);
  if (told.length === 0 && error !== undefined) throw explainError(error);
  const texts = new Map(
    possible.map((number, at) => {
      const outcome = outcomes[at]!;
      const isError = outcome instanceof AppError;
      return [number, isError ? JSON.stringify(tellNone(number, 'unavailable', null)) : outcome.json];
    }),
  );
  const parcels = numbers.map((n) => texts.get(n) ?? JSON.stringify(tellNone(n, 'invalid', null)));
  return answerJson(c, tools, told, `{"parcels":[${parcels.join(',')}]}`);
}

/** Characters of a list: its most numbers, of 40 as `PARCEL_NUMBER` has them, each with a comma and a blank. */
const MAX_NUMBERS = MAX_PARCELS * (40 + 2);

/** As browsers ask that are not to answer from what they keep (`fetch` with `cache: 'reload'`). It counts as any request. */
const asksAnew = (c: ApiContext) => /\bno-cache\b/i.test(c.req.header('cache-control') ?? '');

/** @throws RefusedError 400 */
function readNumbers(query: URLSearchParams): string[] {
  const numbers = new QueryReader(query).list('numbers', splitList, MAX_NUMBERS);
  if (numbers.length === 0 || numbers.length > MAX_PARCELS)
    throw refuseRequest(`numbers must be 1 to ${MAX_PARCELS} tracking numbers, separated by commas.`);
  return numbers;
}

/** The answer is known by now: it is given, and the next one is refused if it was one too many. */
async function countMisses(
  c: ApiContext,
  tools: Tools,
  outcomes: readonly (ReadParcel | AppError)[],
): Promise<void> {
  const misses = outcomes.filter((outcome) =>
    outcome instanceof AppError ? OF_OTHERS.includes(outcome.code) : outcome.status !== 'found',
  ).length;
  await countMore(c, tools, misses * MISS_COST).catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
  });
}

/** Private, since an address with a number is a person's; for as long as the oldest of them is kept here. */
function answerJson(c: ApiContext, { now }: Tools, told: readonly ReadParcel[], json: string): Response {
  noteOutcomes(
    c,
    told.map(({ status }) => `parcel_${status}` as const),
  );
  const oldestMs = Math.min(...told.map(({ readAtMs }) => readAtMs));
  const seconds = told.length === 0 ? 0 : Math.ceil((oldestMs + KEPT_MS - now()) / 1000);
  c.header('cache-control', seconds > 0 ? `private, max-age=${seconds}` : 'no-store');
  c.header('content-type', 'application/json');
  return c.body(json);
}

const explainError = (error: AppError) =>
  explainNotGranted(error, {
    code: 'tracking_not_granted',
    what: 'Parcels can’t be told here',
    scope: trackParcels.scope,
  });
