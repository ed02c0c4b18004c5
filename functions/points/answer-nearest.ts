import type { ApiContext, Tools } from '../context.ts';
import { refuse } from '../refusal.ts';
import { readNearestQuestion, type NearestQuestion } from './read-nearest-question.ts';
import type { NearestPointsAnswer } from '../../src/lib/contract/nearest-points.ts';
import { describePoint } from '../../src/lib/contract/point-details.ts';
import { summarizePoint } from '../../src/lib/contract/point-summary.ts';
import { findShopWords } from '../../src/lib/contract/shop-rules.ts';
import { evaluate } from '../../src/lib/filter/evaluate-point.ts';
import { NO_RULES } from '../../src/lib/filter/point-rules.ts';
import { distanceMetres } from '../../src/lib/network/distance.ts';
import type { PublishedVersion } from './published-network.ts';
import { understandPlace } from './understand-place.ts';

/** An address is a person's: only who asked may keep the answer. */
const CACHE_CONTROL = 'private, max-age=300';

/**
 * `GET /api/points/nearest`: the points nearest to an address, a town, a postcode or a position, for a shop's own page or server. Open to
 * any origin, as `GET /api/points/{id}` is. Query: read-nearest-question.ts.
 */
export async function answerNearest(c: ApiContext, { published }: Tools): Promise<Response> {
  const question = readNearestQuestion(new URL(c.req.url).searchParams);
  const answer = await published.look((network) => findNearestPoints(network, question));
  if (answer === null)
    throw refuse(503, 'not_published', 'No network is published here; its operator runs "npm run snapshot".');
  c.header('cache-control', CACHE_CONTROL);
  return c.json(answer);
}

/** Of how many points an answer with rules reads the items; among so many, some will do. */
const MAX_ITEMS_READ = 60;

/** The points nearest to a place that would do. @throws AppError */
async function findNearestPoints(
  network: PublishedVersion,
  { around, wanted, excludedIds, filter, limit }: NearestQuestion,
): Promise<NearestPointsAnswer> {
  // A parcel comes another day: whether the point is open at this moment says nothing.
  const allowed = filter && { filter: { ...filter, openNow: false } };
  const { place, near } = await network.withSnapshot(async (snapshot) => {
    const place = await understandPlace(snapshot, around, wanted.countries ?? []);
    if (place === null) return { place, near: [] };
    const amount = (allowed === undefined ? limit : MAX_ITEMS_READ) + excludedIds.length;
    const { points } = await snapshot.nearest(place, amount, {
      filter: Object.keys(wanted).length === 0 ? null : wanted,
    });
    return { place, near: points.map(({ point }) => point) };
  });
  const points: NearestPointsAnswer['points'] = [];
  // One after the other: neighbours mostly stand in one file, which then is read once.
  for (const { id, place: ordinal } of near) {
    if (points.length === limit) break;
    if (excludedIds.includes(id)) continue;
    const point = await network.readItem(ordinal, id);
    if (point === null || place === null) continue;
    const details = describePoint(point);
    if (evaluate(details, NO_RULES, new Date(), allowed).matches === 'no') continue;
    points.push({
      distanceMetres: Math.round(distanceMetres(place, point.coordinates)),
      label: findShopWords(details, filter?.rules, 'label'),
      summary: summarizePoint(point),
      point,
    });
  }
  return { place, points, checkedAt: network.walkedAt };
}
