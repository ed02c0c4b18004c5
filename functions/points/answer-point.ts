import type { ApiContext, Tools } from '../context.ts';
import { validatePoint } from './validate-point.ts';
import { readQuestion } from './read-question.ts';

/** Short, since it is asked to be sure. */
const CACHE_CONTROL = 'public, max-age=60';

/**
 * `GET /api/points/{id}`: whether a point can still be had, for the picker and for shops' servers. Open to any origin: it needs no login,
 * sets no cookie, and tells nothing that the published network doesn't.
 * Query: the fields of the filter's dimensions and `excludeIds` (what would do), `latitude` and `longitude` (where a point was that may be gone).
 */
export async function answerPoint(c: ApiContext, tools: Tools): Promise<Response> {
  const question = readQuestion(c.req.param('id') ?? '', new URL(c.req.url).searchParams);
  const evaluation = await validatePoint(question, tools);
  c.header('cache-control', evaluation.status === 'unknown' ? 'no-store' : CACHE_CONTROL);
  return c.json(evaluation);
}
