import type { IncomingMessage } from 'node:http';
import type { OAuthServer } from './oauth.ts';
import { Problem } from './reply.ts';

/**
 * Lets a request pass that bears a living access token with the scope (docs/platform-api.md, chapter 5; header values
 * after RFC 6750 §3).
 * @throws Problem 401 where the token is missing, unknown, expired or revoked; 403 where the scope was not granted.
 */
export async function requireScope(
  request: IncomingMessage,
  oauth: OAuthServer,
  scope: string,
): Promise<void> {
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const scopes = token === undefined ? undefined : await oauth.findScopes(token);
  if (!scopes) {
    throw new Problem(401, 'Unauthorized', 'A valid access token is needed: Authorization: Bearer <token>.', {
      'WWW-Authenticate': 'Bearer error="invalid_token"',
    });
  }
  if (!scopes.has(scope)) {
    throw new Problem(403, 'Forbidden', `The access token was not granted ${scope}.`, {
      'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"`,
    });
  }
}
