import type { ApiContext } from './context.ts';

/** A day; browsers keep it for less. */
const KEPT_SECONDS = 86_400;

/** Lets pages of every origin read an answer, errors included, and the headers that help with one. */
export function shareAnswer(c: ApiContext): void {
  c.header('access-control-allow-origin', '*');
  c.header('access-control-expose-headers', 'retry-after, x-request-id');
}

/**
 * What a browser asks before a request with headers of a page's own (Fetch §3.2.2). Any header may come, and none is read: a shop's code often
 * adds one to all its requests. Credentials never may.
 */
export function answerPreflight(c: ApiContext): Response {
  c.header('access-control-allow-methods', 'GET, HEAD');
  c.header('access-control-allow-headers', '*');
  c.header('access-control-max-age', String(KEPT_SECONDS));
  return c.body(null, 204);
}
