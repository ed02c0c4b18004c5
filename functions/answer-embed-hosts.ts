import type { EmbedHosts } from '../src/lib/contract/embed-hosts.ts';
import type { ApiContext, Tools } from './context.ts';

/**
 * `GET /api/embed`: who may frame `/embed`. A page can't read its own `frame-ancestors` header, and has to know whom to answer.
 */
export function answerEmbedHosts(c: ApiContext, { settings }: Tools): Response {
  const answer: EmbedHosts = { origins: [settings.appOrigin, ...settings.embedOrigins] };
  return c.json(answer);
}
