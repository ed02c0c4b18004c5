import { refuse } from './refusal.ts';

/**
 * Who may call a route.
 * - `anyone`: no condition.
 * - `own-site`: no page of another site, as far as the browser tells (Sec-Fetch-Site).
 * - `own-page`: only our own pages' scripts, which alone can send the custom header without a preflight that we never answer.
 * - `own-page-writing`: the same, and the browser must name our origin.
 */
export type Guard = 'anyone' | 'own-site' | 'own-page' | 'own-page-writing';

/** @throws RefusedError 403 */
export function checkGuard(guard: Guard, headers: Headers, appOrigin: string): void {
  if (guard === 'anyone') return;
  const site = headers.get('sec-fetch-site');
  const allowedSites = guard === 'own-site' ? [null, 'same-origin', 'none'] : [null, 'same-origin'];
  if (!allowedSites.includes(site)) throw refuse(403, 'access_denied');
  if (guard === 'own-site') return;
  if (headers.get('x-requested-with') !== 'droppoint') throw refuse(403, 'access_denied');
  if (guard === 'own-page-writing' && headers.get('origin') !== appOrigin) throw refuse(403, 'access_denied');
}
