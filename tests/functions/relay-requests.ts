import { OWN_PAGE, type startHarness } from './harness.ts';

export const LIST = '/api/platform/location/v1/points?page=1&perPage=25';
export const bearer = { authorization: 'Bearer broker-token' };
export const shipmentsOf = (id: string) => `/api/platform/shipping/v2/organizations/${id}/shipments`;

export function send(harness: ReturnType<typeof startHarness>, path: string, changes: RequestInit = {}) {
  return harness.ask(path, {
    method: 'POST',
    body: '{"parcels":[{"weight":1.50}]}',
    ...changes,
    headers: { ...OWN_PAGE, ...bearer, 'content-type': 'application/json', ...(changes.headers as object) },
  });
}
