import type { ApiContext, Tools } from '../context.ts';
import { clearSessionCookie, readSessionCookie, endOfSession, openSession } from './session.ts';

/**
 * `POST /api/oauth/logout`: forgets the session, as often as it is asked; where logouts are kept, copies of its cookie end with it.
 * The platform's document shows no revocation endpoint, so its tokens live on until they expire, known to nobody.
 */
export async function answerLogout(
  c: ApiContext,
  { settings, now, revoked }: Pick<Tools, 'settings' | 'now' | 'revoked'>,
): Promise<Response> {
  const sealed = readSessionCookie(c.req.header('cookie'));
  const session = sealed === null ? null : await openSession(sealed, settings, now());
  if (session !== null) await revoked?.revoke(session.sid, endOfSession(session, settings));
  c.header('set-cookie', clearSessionCookie());
  return c.body(null, 204);
}
