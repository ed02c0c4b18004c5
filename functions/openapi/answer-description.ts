import type { ApiContext, Tools } from '../context.ts';
import { describeApi } from './describe-api.ts';

/** It changes with a release. */
const CACHE_CONTROL = 'public, max-age=3600';

/** Made when it is first asked for, and kept: it is the same for everybody. */
let kept: { origin: string; text: string } | null = null;

/** `GET /api/openapi.json`: a description of all that is open to everybody. */
export function answerDescription(c: ApiContext, { settings }: Tools): Response {
  const origin = settings.appOrigin;
  if (kept?.origin !== origin) kept = { origin, text: JSON.stringify(describeApi(origin)) };
  c.header('cache-control', CACHE_CONTROL);
  c.header('content-type', 'application/json');
  return c.body(kept.text);
}
