import { describe, expect, it } from 'vitest';
import { SHOP, type Running } from './start-running.ts';

/** Paths of pages as sent in a request, and the status of each. */
const PAGES: readonly (readonly [path: string, status: number])[] = [
  ['/', 200],
  ['/account', 200],
  ['/account/callback', 200],
  ['/account/pack', 200],
  ['/network', 200],
  ['/configure', 200],
  ['/parcel', 200],
  ['/choose', 200],
  ['/choose/', 308],
  ['/nowhere', 404],
  ['/account/', 308],
  ['/_app/immutable/gone.js', 404],
  ['/_app/immutable/gone', 404],
  // Spellings of the page that shops frame.
  ['/embed', 200],
  ['/embed?nonce=1', 200],
  ['/./embed', 200],
  ['/account/../embed', 200],
  ['/embed/', 308],
  ['//embed', 404],
  ['/%65mbed', 404],
  ['/embed%2f', 404],
  ['/embed%2ehtml', 404],
  ['/embed%00', 404],
  ['/embed;x', 404],
  ['/EMBED', 404],
  ['/embed/..%2faccount', 404],
  ['/embed/../account', 200],
  ['/embed/%2e%2e/account', 200],
];

/** Registers the tests of pages. */
export function testPages(running: () => Running): void {
  describe('Running function: pages', () => {
    it.each(PAGES)('the page at %s is answered with %i and its own headers', async (path, status) => {
      const { headers, ...answer } = await running().request(path);
      const isForShops = status < 400 && /^(?!.*account$).*(embed|parcel)/.test(path);
      const ancestors = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
      expect(answer.status).toBe(status);
      expect(ancestors).toBe(isForShops ? `'self' ${SHOP}` : "'none'");
      // The element in a shop's page reads whether the picker is available.
      expect(headers['access-control-allow-origin']).toBe(isForShops && path !== '/parcel' ? '*' : undefined);
      expect(headers['location']).toBe(status === 308 ? path.slice(0, -1) : undefined);
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['cache-control']).toMatch(/^no-(cache|store)$/);
      if (path.endsWith('.js')) expect(answer.body.length).toBeLessThan(100);
    });
  });
}
