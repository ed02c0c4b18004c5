import { recordOutcomes, type ApiContext, type Services } from '../context.ts';
import { computeInTurn, countComputing } from '../http/count-request.ts';
import { readRequestText } from '../http/guards.ts';
import { outcomeOf } from '../http/outcomes.ts';
import { refuseRequest } from '../http/refusal.ts';
import { isPossibleId } from './answer-point.ts';
import { answerUnknown, checkId } from './check-id.ts';
import { QueryReader, refuseOtherNames } from './read-query.ts';
import { MAX_FILTER, readConditions, CONDITION_PARAMETERS, type ShopConditions } from './shop-conditions.ts';
import { AppError } from '#platform/errors.ts';
import { isJsonObject, readJsonText } from '#platform/json-text.ts';
import type { CheckedPoint, CheckedPoints } from '#contract/validity.ts';
import type { PublishedVersion } from './published-network.ts';

export const MAX_BATCH = 1_000;
/** Enough for a thousand of the longest ids in Latin letters, and all conditions. */
export const MAX_BATCH_BYTES = 256 * 1024;
/** Maximum number of ids that are counted together: at the edge each count is a call. */
export const IDS_IN_A_COUNT = 100;
/** Number of ids looked up at the same time: at the edge each may wait for files. */
const MAX_CONCURRENT = 25;

/**
 * `POST /api/points/check`: the check of many points at once, for shops' servers. It needs no login
 * and sets no cookie, but is not open to pages of other sites, which have the check of a single
 * point. A POST, since so many ids don't fit into a URL; nothing is changed. Without alternatives:
 * most points of a batch still exist. Its cost depends on the number of ids.
 */
export async function answerBatch(c: ApiContext, services: Services): Promise<Response> {
  const { published, now } = services;
  const { ids, conditions } = readBatch(
    await readRequestText(c.req.raw, 'application/json', MAX_BATCH_BYTES),
  );
  await countComputing(c, services, 'hundredIds', Math.ceil(ids.length / IDS_IN_A_COUNT));
  const unknown = (reason: string) => ids.map((id) => answerUnknown(id, reason, null));
  const points = await computeInTurn(c, services, () =>
    published.look((network) => checkAll(network, ids, conditions, now())),
  ).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return unknown(error.code);
  });
  const answer: CheckedPoints = { points: points ?? unknown('not_published') };
  recordOutcomes(c, answer.points.map(outcomeOf));
  return c.json(answer);
}

async function checkAll(
  network: PublishedVersion,
  ids: readonly string[],
  conditions: ShopConditions,
  nowMs: number,
): Promise<CheckedPoint[]> {
  const checked = new Map<string, CheckedPoint>();
  // Each id once, in the order of the table of ids, so that each of its pages is read once even if
  // only a few are cached.
  const uniqueIds = [...new Set(ids)].sort();
  for (let at = 0; at < uniqueIds.length; at += MAX_CONCURRENT) {
    // Let other requests run: reads of files in memory don't wait for anything.
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    const group = uniqueIds.slice(at, at + MAX_CONCURRENT);
    const answers = await Promise.all(group.map((id) => checkOne(network, id, conditions, nowMs)));
    for (const answer of answers) checked.set(answer.id, answer);
  }
  return ids.map((id) => checked.get(id)!);
}

/**
 * An impossible id doesn't fail the whole batch, since orders accepted without a check may have any
 * id.
 */
async function checkOne(network: PublishedVersion, id: string, conditions: ShopConditions, nowMs: number) {
  if (isPossibleId(id)) return checkId(network, { id, conditions, position: null }, nowMs);
  const errors = [{ code: 'mistyped', message: 'The id is too long or has control characters.' }];
  return { id, status: 'mistyped' as const, isValid: false, errors, checkedAt: network.walkedAt };
}

/**
 * Reads a body: `ids`, and what the shop accepts, as in the query of a single check; lists may be arrays, and `filter` an object.
 * @throws RefusedError 400, naming the field and how to correct it
 */
function readBatch(text: string): { ids: string[]; conditions: ShopConditions } {
  const body = readJsonText(text);
  if (!isJsonObject(body)) throw refuseRequest('The body must be a JSON object with ids.');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    if (name !== 'ids' && value !== null) query.append(name, writeCondition(name, value));
  refuseOtherNames(query, CONDITION_PARAMETERS);
  return { ids: readIds(body['ids']), conditions: readConditions(new QueryReader(query)) };
}

function readIds(ids: unknown): string[] {
  const requirement = `ids must be an array of 1 to ${MAX_BATCH} strings`;
  if (!Array.isArray(ids) || ids.length === 0) throw refuseRequest(`${requirement}.`);
  if (ids.length > MAX_BATCH)
    throw refuseRequest(`${requirement}, not ${ids.length}: send the rest in another request.`);
  if (isStringArray(ids)) return ids;
  const wrongAt = ids.findIndex((id) => typeof id !== 'string');
  throw refuseRequest(`ids[${wrongAt}] must be a string.`);
}

/**
 * Writes a condition as in a query. The value of an unknown name doesn't matter: `refuseOtherNames`
 * refuses the name.
 */
function writeCondition(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (name === 'filter') return writeFilter(value);
  if (isStringArray(value)) return value.join(',');
  if (!CONDITION_PARAMETERS.includes(name)) return '';
  throw refuseRequest(`${name} must be a string or an array of strings.`);
}

function writeFilter(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // It is thousands of levels deep: reading it takes no recursion, but writing it does.
    throw refuseRequest(`filter must be an object of at most ${MAX_FILTER} characters.`);
  }
}

const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
