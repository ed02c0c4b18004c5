import { recordOutcomes, type ApiContext, type Services } from '../context.ts';
import { computeInTurn, countComputing } from '../http/count-request.ts';
import { outcomeOf } from '../http/outcomes.ts';
import { refuseRequest } from '../http/refusal.ts';
import { answerUnknown, checkId, type PointQuery } from './check-id.ts';
import { describeNearby, findNearby } from './find-nearby.ts';
import { MAX_ID_LENGTH, QueryReader } from './read-query.ts';
import { explainErrors, readShopperLocale, type ShopperLocale } from './shopper-texts.ts';
import { findErrors, readConditions, CONDITION_PARAMETERS } from './shop-conditions.ts';
import { AppError } from '#platform/errors.ts';
import type { NearbyPoint } from '#contract/nearby-point.ts';
import type { CheckedPoint, PointValidity } from '#contract/validity.ts';
import type { PublishedVersion } from './published-network.ts';

/** Short, because shops use the answer to verify a choice. */
const CACHE_CONTROL = 'public, max-age=60';

/**
 * `GET /api/points/{id}`: whether a point is still available, for the picker and for shops' servers. Open to any origin: it needs
 * no login, sets no cookie, and returns only data of the published network. Query: what the shop accepts (`readConditions`),
 * `latitude` and `longitude` (last known position), `language` (of the texts for shoppers).
 */
export async function answerPoint(c: ApiContext, services: Services): Promise<Response> {
  const pointQuery = readPointQuery(c.req.param('id') ?? '', new URL(c.req.url).searchParams);
  await countComputing(c, services, 'point');
  const evaluation = await computeInTurn(c, services, () => validatePoint(pointQuery, services));
  recordOutcomes(c, [outcomeOf(evaluation)]);
  c.header('cache-control', evaluation.status === 'unknown' ? 'no-store' : CACHE_CONTROL);
  return c.json(evaluation);
}

export const POINT_PARAMETERS = [...CONDITION_PARAMETERS, 'latitude', 'longitude', 'language'];

/** No id has control characters; they are typical of log injection. */
export const isPossibleId = (id: string) => id.length <= MAX_ID_LENGTH && !/\p{Cc}/u.test(id);

/**
 * Reads the id and the query.
 * @throws RefusedError 400, naming the parameter
 */
function readPointQuery(id: string, query: URLSearchParams): PointQuery & { locale: ShopperLocale | null } {
  const reader = new QueryReader(query);
  if (!isPossibleId(id))
    throw refuseRequest(
      `The id must have at most ${MAX_ID_LENGTH} characters, none of them a control character.`,
    );
  return {
    id,
    conditions: readConditions(reader),
    position: reader.position(),
    locale: readShopperLocale(reader),
  };
}

async function validatePoint(
  pointQuery: ReturnType<typeof readPointQuery>,
  { published, now }: Services,
): Promise<PointValidity> {
  const unknown = (reason: string) => ({ ...answerUnknown(pointQuery.id, reason, null), alternatives: [] });
  try {
    const evaluation = await published.look(async (network) => {
      const checked = await checkId(network, pointQuery, now());
      const alternatives = checked.isValid ? [] : await findAlternatives(network, pointQuery, checked);
      return { ...checked, errors: explainErrors(checked.errors, pointQuery.locale), alternatives };
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
  { id, conditions, position }: PointQuery,
  { point, meant: intendedId }: CheckedPoint,
): Promise<NearbyPoint[]> {
  const intended = intendedId === undefined ? null : await network.findPoint(intendedId);
  const around =
    point?.coordinates ?? position ?? intended?.coordinates ?? (await network.findLastPosition(id));
  if (around === null) return [];
  const first =
    intended === null || findErrors(intended, conditions).length > 0
      ? []
      : [describeNearby(intended, around, conditions.filter)];
  const own = [id, ...(intendedId === undefined ? [] : [intendedId])];
  const others = { ...conditions, excludedIds: [...own, ...conditions.excludedIds] };
  const limit = ALTERNATIVES - first.length;
  const near = await network.withSnapshot((snapshot) =>
    findNearby(network, snapshot, around, others, limit, MAX_ITEMS_READ),
  );
  return [...first, ...near];
}
