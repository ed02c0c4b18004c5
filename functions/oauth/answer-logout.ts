import type { ApiContext } from '../context.ts';
import { clearSessionCookie } from './session-cookie.ts';

/**
 * `POST /api/oauth/logout`: forgets the session, as often as it is asked.
 * The platform's document shows no revocation endpoint, so its tokens live on until they expire, known to nobody.
 */
export function answerLogout(c: ApiContext): Response {
  c.header('set-cookie', clearSessionCookie());
  return c.body(null, 204);
}
