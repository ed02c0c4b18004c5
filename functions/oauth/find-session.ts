import type { ApiContext, Services } from '../context.ts';
import { openSession, readSessionCookie, type BrokerSession } from './session.ts';

/**
 * Finds the session in a request's cookie.
 * @returns null for a cookie that is missing, duplicated, modified, too old or logged out
 */
export async function findSession(
  c: ApiContext,
  { settings, now, revoked }: Services,
): Promise<{ sealed: string; session: BrokerSession } | null> {
  const sealed = readSessionCookie(c.req.header('cookie'));
  const session = sealed === null ? null : await openSession(sealed, settings, now());
  if (sealed === null || session === null || (await revoked.isRevoked(session.sid))) return null;
  return { sealed, session };
}
