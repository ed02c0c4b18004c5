import { noteOutcomes, type ApiContext, type Tools } from '../context.ts';
import { computeInTurn, countComputing } from '../count-request.ts';
import { outcomeOf } from '../outcomes.ts';
import { refuseRequest } from '../refusal.ts';
import { answerUnknown, checkId, type PointQuestion } from './check-id.ts';
import { describeNearby, findNearby } from './find-nearby.ts';
import { MAX_ID_LENGTH, QueryReader } from './read-query.ts';
import { explainErrors, readSpeech, type Speech } from './shopper-texts.ts';
import { findErrors, readTerms, TERM_PARAMETERS } from './shop-terms.ts';
import { AppError } from '#platform/errors.ts';
import type { NearbyPoint } from '../../src/lib/contract/nearby-point.ts';
import type { CheckedPoint, PointValidity } from '../../src/lib/contract/validity.ts';
import type { PublishedVersion } from './published-network.ts';

/** Short, because shops use it to verify a choice. */
const CACHE_CONTROL = 'public, max-age=60';

/**
 * `GET /api/points/{id}`: whether a point is still available, for the picker and for shops' servers. Open to any origin: it needs
 * no login, sets no cookie, and returns only data of the published network. Query: what the shop accepts (`readTerms`),
 * `latitude` and `longitude` (last known position), `language` (of the texts for shoppers).
 */
export async function answerPoint(c: ApiContext, tools: Tools): Promise<Response> {
  const question = readQuestion(c.req.param('id') ?? '', new URL(c.req.url).searchParams);
  await countComputing(c, tools, 'point');
  const evaluation = await computeInTurn(c, tools, () => validatePoint(question, tools));
  noteOutcomes(c, [outcomeOf(evaluation)]);
  c.header('cache-control', evaluation.status === 'unknown' ? 'no-store' : CACHE_CONTROL);
  return c.json(evaluation);
}

export const POINT_PARAMETERS = [...TERM_PARAMETERS, 'latitude', 'longitude', 'language'];

/** No id has control characters; they are typical of log injection. */
export const isPossibleId = (id: string) => id.length <= MAX_ID_LENGTH && !/\p{Cc}/u.test(id);

/**
 * Reads the id and the query.
 * @throws RefusedError 400, naming the parameter
 */
function readQuestion(id: string, query: URLSearchParams): PointQuestion & { speech: Speech | null } {
  const reader = new QueryReader(query);
  if (!isPossibleId(id)) throw refuseRequest(`The id must be a text of at most ${MAX_ID_LENGTH} characters.`);
  return { id, terms: readTerms(reader), position: reader.position(), speech: readSpeech(reader) };
}

async function validatePoint(
  question: ReturnType<typeof readQuestion>,
  { published, now }: Tools,
): Promise<PointValidity> {
  const unknown = (reason: string) => ({ ...answerUnknown(question.id, reason, null), alternatives: [] });
  try {
    const evaluation = await published.look(async (network) => {
      const checked = await checkId(network, question, now());
      const alternatives = checked.isValid ? [] : await findAlternatives(network, question, checked);
      return { ...checked, errors: explainErrors(checked.errors, question.speech), alternatives };
    });
    return evaluation ?? unknown('not_published');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return unknown(error.code);
  }
}

const ALTERNATIVES = 5;
/** How many of the nearest points are read if there is a filter. */
const MAX_ITEMS_READ = 20;

async function findAlternatives(
  network: PublishedVersion,
  { id, terms, position }: PointQuestion,
  { point, meant: meantId }: CheckedPoint,
): Promise<NearbyPoint[]> {
  const meant = meantId === undefined ? null : await network.findPoint(meantId);
  const around = point?.coordinates ?? position ?? meant?.coordinates ?? (await network.findLastPosition(id));
  if (around === null) return [];
  const first =
    meant === null || findErrors(meant, terms).length > 0
      ? []
      : [describeNearby(meant, around, terms.filter)];
  const listed = [id, ...(meantId === undefined ? [] : [meantId])];
  const others = { ...terms, excludedIds: [...listed, ...terms.excludedIds] };
  const limit = ALTERNATIVES - first.length;
  const near = await network.withSnapshot((snapshot) =>
    findNearby(network, snapshot, around, others, limit, MAX_ITEMS_READ),
  );
  return [...first, ...near];
}
