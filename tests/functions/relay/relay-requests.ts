import { parseSettings } from '../../../functions/config.ts';
import { sealSession, startSession } from '../../../functions/oauth/session.ts';
import { ENVIRONMENT, OWN_PAGE, START_MS, type startHarness } from '../harness.ts';

export const LIST = '/api/platform/location/v1/points?page=1&perPage=25';
const grant = {
  accessToken: 'broker-token',
  expiresInSeconds: 3600,
  refreshToken: 'broker-refresh',
  scope: null,
  account: null,
};
/** Cookie of a broker who has just logged in, as a browser sends it. */
export const [cookie = ''] = (
  await sealSession(startSession(grant, START_MS), parseSettings(ENVIRONMENT), START_MS)
).split(';');
export const bearer = { authorization: 'Bearer broker-token', cookie };
export const shipmentsOf = (id: string) => `/api/platform/shipping/v2/organizations/${id}/shipments`;

export function send(harness: ReturnType<typeof startHarness>, path: string, changes: RequestInit = {}) {
  return harness.request(path, {
    method: 'POST',
    body: '{"parcels":[{"weight":1.50}]}',
    ...changes,
    headers: { ...OWN_PAGE, ...bearer, 'content-type': 'application/json', ...(changes.headers as object) },
  });
}
