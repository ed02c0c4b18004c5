import type { ApiContext, Tools } from '../context.ts';
import { refuseRequest } from '../refusal.ts';
import { QueryReader, WANTED_PARAMETERS } from './read-query.ts';
import { AppError } from '../../src/lib/contract/errors.ts';
import { FILTER_DIMENSIONS } from '../../src/lib/contract/filter-dimensions.ts';
import type { Point } from '../../src/lib/contract/point.ts';
import { describePoint } from '../../src/lib/contract/point-details.ts';
import { summarizePoint } from '../../src/lib/contract/point-summary.ts';
import type { NearbyPoint, PointValidity, ValidityErrorCode } from '../../src/lib/contract/validity.ts';
import { distanceMetres } from '../../src/lib/network/distance.ts';
import type { PublishedVersion } from './published-network.ts';

/** Short, because shops use it to verify a choice. */
const CACHE_CONTROL = 'public, max-age=60';

/**
 * `GET /api/points/{id}`: whether a point is still available, for the picker and for shops' servers. Open to any origin: it needs
 * no login, sets no cookie, and returns only data of the published network. Query: the fields of the filter's dimensions and
 * `excludeIds` (what is accepted), `latitude` and `longitude` (last known position).
 */
export async function answerPoint(c: ApiContext, tools: Tools): Promise<Response> {
  const question = readQuestion(c.req.param('id') ?? '', new URL(c.req.url).searchParams);
  const evaluation = await validatePoint(question, tools);
  c.header('cache-control', evaluation.status === 'unknown' ? 'no-store' : CACHE_CONTROL);
  return c.json(evaluation);
}

type PointQuestion = ReturnType<typeof readQuestion>;

export const MAX_ID_LENGTH = 200;
export const POINT_PARAMETERS = [...WANTED_PARAMETERS, 'latitude', 'longitude'];

/**
 * Reads the id and the query.
 * @throws RefusedError 400, naming the parameter
 */
function readQuestion(id: string, query: URLSearchParams) {
  const reader = new QueryReader(query, POINT_PARAMETERS);
  // No id has control characters; they are typical of log injection.
  if (id.length > MAX_ID_LENGTH || /\p{Cc}/u.test(id))
    throw refuseRequest(`The id must be a text of at most ${MAX_ID_LENGTH} characters.`);
  return {
    id,
    /** Required properties of the point; empty if there are none. */
    wanted: reader.filter(),
    /** Points that are never accepted. */
    excludedIds: reader.list('excludeIds'),
    /** Last known position, for a point that is gone. */
    position: reader.position(),
  };
}

/** Maximum number of alternatives. */
const ALTERNATIVES = 5;
const DAY_MS = 24 * 3600 * 1000;
/** Maximum age of the network; if it is older, the status is `unknown`. */
const MAX_AGE_MS = 7 * DAY_MS;
/** Maximum time in the future, for clock differences; a network dated later than that has an unknown age. */
const MAX_AHEAD_MS = DAY_MS;

type ValidityError = PointValidity['errors'][number] & { code: ValidityErrorCode };

/**
 * Checks whether a point is still available. The platform documents only a paged list, no request for one point
 * (docs/platform-api.md, chapter 4), so the published network is searched.
 */
async function validatePoint(question: PointQuestion, { published, now }: Tools): Promise<PointValidity> {
  try {
    const evaluation = await published.look((network) => validateIn(network, question, now()));
    return evaluation ?? answerUnknown(question.id, 'not_published', null);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return answerUnknown(question.id, error.code, null);
  }
}

async function validateIn(
  network: PublishedVersion,
  question: PointQuestion,
  nowMs: number,
): Promise<PointValidity> {
  const { id } = question;
  const point = await network.findPoint(id);
  const found = point === null ? {} : { point, summary: summarizePoint(point) };
  const ageMs = nowMs - Date.parse(network.walkedAt);
  // False for an invalid date too (NaN).
  const isCurrent = ageMs <= MAX_AGE_MS && ageMs >= -MAX_AHEAD_MS;
  if (!isCurrent) return { ...answerUnknown(id, 'outdated', network.walkedAt), ...found };
  if (point === null && (await network.isRejected(id)))
    return answerUnknown(id, 'set_aside', network.walkedAt);
  const errors = point === null ? [gone(id)] : findErrors(point, question);
  return {
    id,
    status: point === null ? 'gone' : 'exists',
    isValid: errors.length === 0,
    errors,
    ...found,
    alternatives: errors.length === 0 ? [] : await findAlternatives(network, question, point),
    checkedAt: network.walkedAt,
  };
}

function answerUnknown(id: string, reason: string, checkedAt: string | null): PointValidity {
  return { id, status: 'unknown', isValid: true, errors: [], alternatives: [], reason, checkedAt };
}

function gone(id: string): ValidityError {
  return { code: 'gone', message: `The network has no point ${id} any more.` };
}

/** Properties that the platform leaves empty are no errors. */
function findErrors(point: Point, { id, wanted, excludedIds }: PointQuestion): ValidityError[] {
  const details = describePoint(point);
  const errors: ValidityError[] = FILTER_DIMENSIONS.flatMap(({ field, list, error: code }) => {
    const [asked, value] = [wanted[list], details[field]];
    return asked === undefined || value === '' || asked.includes(value)
      ? []
      : [{ code, message: `The point's ${code} is ${value}, not ${asked.join(' or ')}.` }];
  });
  if (excludedIds.includes(id)) errors.push({ code: 'excluded', message: 'The point is excluded.' });
  return errors;
}

async function findAlternatives(
  network: PublishedVersion,
  { id, wanted, excludedIds, position }: PointQuestion,
  point: Point | null,
): Promise<NearbyPoint[]> {
  const around = point?.coordinates ?? position ?? (await network.findLastPosition(id));
  if (around === null) return [];
  const filter = Object.keys(wanted).length === 0 ? null : wanted;
  const unwanted = new Set([id, ...excludedIds]);
  const near = await network.withSnapshot((snapshot) =>
    snapshot.nearest(around, ALTERNATIVES + unwanted.size, { filter }),
  );
  const others: NearbyPoint[] = [];
  // Sequentially: neighbouring points are mostly in one file, which is then read once.
  for (const { point: other } of near.points) {
    if (unwanted.has(other.id) || others.length === ALTERNATIVES) continue;
    const item = await network.readItem(other.place, other.id);
    if (item === null) continue;
    others.push({
      ...item,
      distanceMetres: Math.round(distanceMetres(around, item.coordinates)),
      summary: summarizePoint(item),
    });
  }
  return others;
}
