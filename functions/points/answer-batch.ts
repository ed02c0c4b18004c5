import { noteOutcomes, type ApiContext, type Tools } from '../context.ts';
import { computeInTurn, countComputing } from '../count-request.ts';
import { readRequestText } from '../guards.ts';
import { outcomeOf } from '../outcomes.ts';
import { refuseRequest } from '../refusal.ts';
import { isPossibleId } from './answer-point.ts';
import { answerUnknown, checkId } from './check-id.ts';
import { QueryReader, refuseOtherNames } from './read-query.ts';
import { MAX_FILTER, readTerms, TERM_PARAMETERS, type ShopTerms } from './shop-terms.ts';
import { AppError } from '#platform/errors.ts';
import { isJsonObject, readJsonText } from '#platform/json-text.ts';
import type { CheckedPoint, CheckedPoints } from '../../src/lib/contract/validity.ts';
import type { PublishedVersion } from './published-network.ts';

export const MAX_BATCH = 1_000;
/** A thousand of the longest ids in Latin letters, and all terms. */
export const MAX_BATCH_BYTES = 256 * 1024;
/** Ids that are counted together, or fewer: at the edge each count is a call. */
export const IDS_IN_A_COUNT = 100;
/** Ids that are looked up at the same time: at the edge each may wait for files. */
const AT_A_TIME = 25;

/**
 * `POST /api/points/check`: the check of many points at once, for shops' servers. It needs no login and sets no cookie, but is not open
 * to pages of other sites, which have the check of a single point. A POST, since so many ids don't fit into a URL; nothing is
 * changed. Without alternatives: most points of a batch still exist. Counted by its ids.
 */
export async function answerBatch(c: ApiContext, tools: Tools): Promise<Response> {
  const { published, now } = tools;
  const { ids, terms } = readBatch(await readRequestText(c.req.raw, 'application/json', MAX_BATCH_BYTES));
  await countComputing(c, tools, 'hundredIds', Math.ceil(ids.length / IDS_IN_A_COUNT));
  const unknown = (reason: string) => ids.map((id) => answerUnknown(id, reason, null));
  const points = await computeInTurn(c, tools, () =>
    published.look((network) => checkAll(network, ids, terms, now())),
  ).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    return unknown(error.code);
  });
  const answer: CheckedPoints = { points: points ?? unknown('not_published') };
  noteOutcomes(c, answer.points.map(outcomeOf));
  return c.json(answer);
}

async function checkAll(
  network: PublishedVersion,
  ids: readonly string[],
  terms: ShopTerms,
  nowMs: number,
): Promise<CheckedPoint[]> {
  const checked = new Map<string, CheckedPoint>();
  // Each once, in the order of the table of ids, whose pages are then read once even where few are kept.
  const wanted = [...new Set(ids)].sort();
  for (let at = 0; at < wanted.length; at += AT_A_TIME) {
    // Other requests have their turn: files that are in memory are read without waiting.
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 0));
    const some = wanted.slice(at, at + AT_A_TIME);
    const answers = await Promise.all(some.map((id) => checkOne(network, id, terms, nowMs)));
    for (const answer of answers) checked.set(answer.id, answer);
  }
  return ids.map((id) => checked.get(id)!);
}

/** An impossible id doesn't fail the others, as orders accepted without a check may have any. */
async function checkOne(network: PublishedVersion, id: string, terms: ShopTerms, nowMs: number) {
  if (isPossibleId(id)) return checkId(network, { id, terms, position: null }, nowMs);
  const errors = [{ code: 'mistyped', message: 'No id is so long, or has control characters.' }];
  return { id, status: 'mistyped' as const, isValid: false, errors, checkedAt: network.walkedAt };
}

/**
 * Reads a body: `ids`, and what the shop accepts, as in the query of a single check; lists may be arrays, and `filter` an object.
 * @throws RefusedError 400, naming the field and how to correct it
 */
function readBatch(text: string): { ids: string[]; terms: ShopTerms } {
  const body = readJsonText(text);
  if (!isJsonObject(body)) throw refuseRequest('The body must be a JSON object with ids.');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    if (name !== 'ids' && value !== null) query.append(name, writeTerm(name, value));
  refuseOtherNames(query, TERM_PARAMETERS);
  return { ids: readIds(body['ids']), terms: readTerms(new QueryReader(query)) };
}

function readIds(ids: unknown): string[] {
  const wanted = `ids must be an array of 1 to ${MAX_BATCH} texts`;
  if (!Array.isArray(ids) || ids.length === 0) throw refuseRequest(`${wanted}.`);
  if (ids.length > MAX_BATCH)
    throw refuseRequest(`${wanted}, not ${ids.length}: ask for the others in another request.`);
  if (isTexts(ids)) return ids;
  const wrongAt = ids.findIndex((id) => typeof id !== 'string');
  throw refuseRequest(`${wanted}: ids[${wrongAt}] is none.`);
}

/** As in a query. Of a name that isn't taken here only the name matters: it is refused, without repeating it. */
function writeTerm(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (name === 'filter') return writeFilter(value);
  if (isTexts(value)) return value.join(',');
  if (!TERM_PARAMETERS.includes(name)) return '';
  throw refuseRequest(`${name} must be a text or an array of texts.`);
}

function writeFilter(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Thousands of brackets deep: read without, but not written without recursion.
    throw refuseRequest(`filter must be an object of at most ${MAX_FILTER} characters.`);
  }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
