import { describe, expect, it } from 'vitest';
import { streetsManifestSchema } from '#contract/streets.ts';
import { readJson } from './read-answer.ts';
import type { Running } from './start-running.ts';

/** A tile of Andorra's capital. */
const TILE = '14/8261/6050';

/** Registers the tests of streets. */
export function testStreets(running: () => Running): void {
  describe('Running function: streets', () => {
    const readManifest = async () =>
      streetsManifestSchema.parse(readJson(await running().request('/streets/manifest.json')));

    it('the manifest is answered, with 304 for a client that already has it', async () => {
      const { headers } = await running().request('/streets/manifest.json');
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'application/json' });
      const again = await running().request('/streets/manifest.json', {
        headers: { 'if-none-match': headers['etag'] as string },
      });
      expect(again.status).toBe(304);
    });

    it('tiles are answered as they are stored, and an empty tile without a body', async () => {
      const [area] = (await readManifest()).areas;
      const base = `/streets/andorra/${area!.version}`;
      const forEver = { 'cache-control': 'public, max-age=31536000, immutable' };
      // The second time from the function's cache.
      for (let time = 0; time < 2; time++) {
        const tile = await running().request(`${base}/${TILE}.mvt`, {
          headers: { 'accept-encoding': 'gzip' },
        });
        expect(tile.headers).toMatchObject({
          ...forEver,
          'content-type': 'application/vnd.mapbox-vector-tile',
          'content-encoding': 'gzip',
          'x-content-type-options': 'nosniff',
        });
        expect(tile.body.length).toBeGreaterThan(1_000);
      }
      const empty = await running().request(`${base}/14/0/0.mvt`);
      expect([empty.status, empty.body.length]).toEqual([204, 0]);
      expect(empty.headers).toMatchObject(forEver);
    });

    it('missing streets are answered with a line of text', async () => {
      const [area] = (await readManifest()).areas;
      for (const path of [
        `andorra/0000000000000000/${TILE}.mvt`,
        `andorra/${area!.version}.pmtiles`,
        `andorra/${area!.version}/15/0/0.mvt`,
        'alps/x',
        '',
      ]) {
        const { status, headers, body } = await running().request(`/streets/${path}`);
        expect([path, status, String(body)]).toEqual([path, 404, 'There is no such file.']);
        expect(headers['cache-control'], path).toBe('no-store');
      }
    });
  });
}
