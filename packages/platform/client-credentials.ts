import { createAppBearer } from './app-bearer.ts';
import { createBoundFetch } from './bound-answer.ts';
import type { PlatformClient } from './platform-client.ts';
import { ASSUMED_PAGING } from './read-points-page.ts';
import type { Bearer } from './request.ts';
import { PLATFORM_SCOPES } from './scopes.ts';

/** An application that acts for itself. Its secret must not get into a page. */
export interface ClientCredentials extends Pick<PlatformClient, 'clientId' | 'clientSecret'> {
  /** Of the token host: `https://api.example.com`. */
  origin: string;
  /** `form` unless set; exactly one is allowed. */
  clientAuth?: PlatformClient['clientAuth'];
  /** `plain` unless set. */
  basicEncoding?: PlatformClient['basicEncoding'];
  /** All unless set. A request with a scope that the client doesn't have may be refused. */
  scopes?: readonly string[];
  fetch?: typeof fetch;
  now?: () => number;
}

const MAX_ANSWER_BYTES = 256 * 1024;

/**
 * Source of the application's own tokens (docs/platform-api.md, chapter 5): one request at a time, renewed before the token ends, and
 * once after a 401.
 * @throws AppError from its functions: `login_failed` for wrong credentials, `scope_missing`, `network` and `timeout` after retries
 */
export function createClientCredentials(client: ClientCredentials): Bearer {
  const { origin, clientId, clientSecret, clientAuth = 'form', basicEncoding = 'plain' } = client;
  const fetchNow = createBoundFetch(client.fetch, { maxBytes: MAX_ANSWER_BYTES });
  return createAppBearer(
    {
      clientId,
      clientSecret,
      clientAuth,
      basicEncoding,
      addresses: { base: origin, auth: origin, account: origin },
      issuer: new URL(origin).origin,
      paging: ASSUMED_PAGING,
      pointsScope: (client.scopes ?? PLATFORM_SCOPES).join(' '),
    },
    { fetch: fetchNow, now: client.now ?? Date.now },
  );
}
