import { expect } from '@playwright/test';
import { streetsManifestSchema } from '../../src/lib/contract/streets.ts';
import { readVectorTile } from '../../src/lib/vector-tile/read-vector-tile.ts';
import { FEW_POINTS, test } from './droppoint.ts';

/** Streets as really served: from a folder on Node, from a bucket on workerd. */
test.use({ streets: true, points: FEW_POINTS });

const CITY = '14/8261/6050';

test('streets are told in a manifest, and come tile by tile as they are stored', async ({ request }) => {
  const told = await request.get('/streets/manifest.json');
  expect(told.headers()).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'application/json' });
  const { areas } = streetsManifestSchema.parse(await told.json());
  const base = `/streets/${areas[0]!.name}/${areas[0]!.version}`;

  for (let time = 0; time < 2; time++) {
    const tile = await request.get(`${base}/${CITY}.mvt`);
    expect(tile.headers()).toMatchObject({
      'content-type': 'application/vnd.mapbox-vector-tile',
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const layers = readVectorTile(await tile.body(), () => true);
    expect(layers.map(({ name }) => name)).toContain('roads');
  }

  const empty = await request.get(`${base}/14/0/0.mvt`);
  expect([empty.status(), (await empty.body()).length]).toEqual([204, 0]);
  expect(empty.headers()['cache-control']).toContain('immutable');
});

test('streets that aren’t there are answered in a line', async ({ request }) => {
  const { areas } = streetsManifestSchema.parse(await (await request.get('/streets/manifest.json')).json());
  const [area] = areas;
  for (const path of [
    `andorra/0000000000000000/${CITY}.mvt`,
    `andorra/${area!.version}.pmtiles`,
    `andorra/${area!.version}/15/0/0.mvt`,
    'alps/x',
    '',
  ]) {
    const answer = await request.get(`/streets/${path}`);
    expect([path, answer.status(), await answer.text()]).toEqual([path, 404, 'There is no such file.']);
    expect(answer.headers()['cache-control']).toBe('no-store');
  }
});

test('the manifest is answered 304 to who has it', async ({ request }) => {
  const { etag = '' } = (await request.get('/streets/manifest.json')).headers();
  const again = await request.get('/streets/manifest.json', { headers: { 'if-none-match': etag } });
  expect(again.status()).toBe(304);
});
