import type { ApiContext, Tools } from '../context.ts';
import { refuse } from '../refusal.ts';
import { findNearestPoints } from './find-nearest-points.ts';
import { readNearestQuestion } from './read-nearest-question.ts';

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
