import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { addPageHeaders } from '../../../functions/files/page-headers.ts';
import { parseSettings } from '../../../functions/config.ts';
import { ENVIRONMENT } from '../harness.ts';
import { testAnswers } from './answers.ts';
import { onWorkerd } from './start-running.ts';

describe('Running function on workerd', () => {
  const running = testAnswers(onWorkerd);
  const readJson = async <Content>(path: string) =>
    JSON.parse(String((await running().request(path)).body)) as Content;

  it('files of the asset store are sent without the function, with the same headers', async () => {
    const { version } = await readJson<{ version: string }>('/snapshot/manifest.json');
    const pinned = await readJson<{ file: string; parcel: { file: string } }>('/v1/integrity.json');
    const scripts = readdirSync('build/_app/immutable/entry').filter((name) => name.endsWith('.js'));
    const settings = parseSettings(ENVIRONMENT);
    for (const path of [
      '/snapshot/manifest.json',
      `/snapshot/${version}/table.bin`,
      `/snapshot/${version}/blocks/0.bin`,
      `/snapshot/${version}/facets.json`,
      '/v1/droppoint.js',
      `/v1/${pinned.file}`,
      '/v1/droppoint-parcel.js',
      `/v1/${pinned.parcel.file}`,
      `/_app/immutable/entry/${scripts[0]}`,
      '/service-worker.js',
    ]) {
      const { status, headers } = await running().request(path);
      // The function adds a request id to each of its own answers.
      expect([status, 'x-request-id' in headers], path).toEqual([200, false]);
      const expected = new Response(null, { headers: { 'content-type': headers['content-type'] as string } });
      addPageHeaders(expected, path, settings);
      expect(headers, path).toMatchObject(Object.fromEntries(expected.headers));
    }
  });

  it.each(['/', '/account', '/account/callback', '/network', '/configure', '/parcel', '/nowhere', '/embed'])(
    'the page at %s has its policy before the first script and style',
    async (path) => {
      const html = String((await running().request(path)).body);
      const policyAt = html.indexOf('<meta http-equiv="content-security-policy"');
      expect(policyAt).toBeGreaterThan(-1);
      expect(policyAt).toBeLessThan(html.search(/<(script|style|link rel="(modulepreload|stylesheet))/));
      expect(html).not.toContain('%droppoint.');
    },
  );

  it.each([
    '/snapshot/0123456789abcdef/table.bin.br',
    '/snapshot/fedcba9876543210/table.bin',
    '/v1/nothing.js',
    '/v1/droppoint.js.br',
    '/_headers',
  ])('there is nothing at %s', async (path) => {
    const { status, body } = await running().request(path);
    expect(status).toBe(404);
    if (!path.startsWith('/_')) expect(body.length).toBeLessThan(100);
  });
});
