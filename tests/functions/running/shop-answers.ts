import { describe, expect, it } from 'vitest';
import { readJson, readLogOf, REQUEST_ID } from './read-answer.ts';
import { CITY, SHOP, type Running } from './start-running.ts';

/** Registers the tests of routes for shops' servers, and for scripts of their pages. */
export function testShops(running: () => Running): void {
  describe('Running function: public routes', () => {
    /** Sends a request as a script of a shop's page does. */
    const requestAsShop = async (path: string) => {
      const answer = await running().request(path, {
        headers: { origin: SHOP, 'sec-fetch-site': 'cross-site' },
      });
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': 'retry-after, x-request-id',
        'x-request-id': expect.stringMatching(REQUEST_ID) as string,
      });
      return { status: answer.status, ...readJson(answer) };
    };

    it('the nearest points are answered, or the reason why there are none', async () => {
      const { id } = running().carrier.locker;
      const answer = await requestAsShop(`/api/nearest-points?city=${CITY}&country=${id.slice(0, 2)}`);
      expect(answer).toMatchObject({ status: 200, place: { kind: 'city', name: CITY } });
      expect(JSON.stringify(answer)).toContain(id);
      const refused = await requestAsShop('/api/nearest-points');
      expect(refused).toMatchObject({ status: 400, error: 'invalid_request' });
    });

    it('the check of a point is answered', async () => {
      const { locker } = running().carrier;
      expect(await requestAsShop(`/api/points/${locker.id}`)).toMatchObject({ id: locker.id, isValid: true });
      expect(await requestAsShop('/api/points/PL_NOWHERE')).toMatchObject({
        id: 'PL_NOWHERE',
        isValid: false,
      });
    });

    it('the OpenAPI description is answered', async () => {
      expect(await requestAsShop('/api/openapi.json')).toMatchObject({
        openapi: '3.1.0',
        servers: [{ url: running().origin }],
        components: { schemas: { PointSummary: {} } },
      });
    });

    it('a page may send custom headers, and only read', async () => {
      const sendPreflight = (path: string, method: string) =>
        running().request(path, {
          method: 'OPTIONS',
          headers: {
            origin: SHOP,
            'access-control-request-method': method,
            'access-control-request-headers': 'x-shop',
          },
        });
      const preflight = await sendPreflight('/api/points/PL_A', 'GET');
      expect([preflight.status, preflight.headers['access-control-allow-headers']]).toEqual([204, '*']);
      for (const [path, method] of [
        ['/api/points/PL_A', 'DELETE'],
        ['/api/points/check', 'POST'],
        ['/api/config', 'GET'],
      ] as const)
        expect([path, (await sendPreflight(path, method)).status]).toEqual([path, 405]);
    });

    it('a parcel is read once for all viewers, and the log has nothing of it', async () => {
      const number = await running().carrier.ship();
      await running().carrier.control('DELETE', 'requests');
      const body = { number, status: 'found', nextStep: 'wait', destination: { kind: 'point' } };
      for (const answer of await Promise.all([1, 2, 3].map(() => requestAsShop(`/api/parcels/${number}`))))
        expect(answer).toMatchObject({ ...body, status: 'found' });
      const numbers = [number, 'short', '9'.repeat(24)].join(',');
      expect(await requestAsShop(`/api/parcels?numbers=${numbers}`)).toMatchObject({
        parcels: [body, { status: 'invalid' }, { status: 'unknown' }],
      });
      expect(await running().countCalls('/tracking/v1/parcels')).toBe(2);
      expect(await requestAsShop('/api/parcels/short')).toMatchObject({
        error: 'invalid_request',
        message: expect.stringMatching(/^number must be/) as string,
      });
      const log = await readLogOf(running(), '/api/parcels/:number');
      expect(log).not.toContain(number);
    });
  });

  // Windows are fixed: a run may fall into two of them.
  describe('Running function: a shop with too many requests', () => {
    it('a shop that guesses parcel numbers is soon refused', async () => {
      const statuses: number[] = [];
      for (let guess = 0; guess < 30; guess++)
        statuses.push((await running().request(`/api/parcels/${'8'.repeat(20)}${1000 + guess}`)).status);
      // Ten guesses use up a window.
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    });

    it('a shop gets five batches of a thousand points in ten seconds', async () => {
      const ids = Array.from({ length: 1_000 }, (_, at) => `PL_NOWHERE${at}`);
      const check = () =>
        running().request('/api/points/check', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ ids, country: ['PL'] }),
        });
      const answer = await check();
      const { points } = readJson(answer) as unknown as { points: { id: string; status: string }[] };
      expect([answer.status, points.map(({ id }) => id)]).toEqual([200, ids]);
      expect(new Set(points.map(({ status }) => status))).not.toContain('unknown');
      const statuses = [200];
      for (let at = 0; at < 11; at++) statuses.push((await check()).status);
      expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(10);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    });
  });
}
