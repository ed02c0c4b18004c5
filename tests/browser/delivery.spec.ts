import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { expect, type Response } from '@playwright/test';
import { z } from 'zod';
import { test } from './widget-shop.ts';

const pinnedSchema = z.object({ version: z.string(), file: z.string(), integrity: z.string() });

test(
  'the widget’s script is the same under both its names, with the hash that the build tells (case 85)',
  { tag: '@workerd' },
  async ({ request }) => {
    const pinned = pinnedSchema.parse(await (await request.get('/v1/integrity.json')).json());
    const floating = await request.get('/v1/droppoint.js');
    const versioned = await request.get(`/v1/${pinned.file}`);
    expect(pinned.file).toMatch(/^droppoint-\d+\.\d+\.\d+-[0-9a-f]{8}\.js$/);
    const hash = createHash('sha384')
      .update(await versioned.body())
      .digest('base64');
    expect(pinned.integrity).toBe(`sha384-${hash}`);
    expect(await floating.text()).toBe(await versioned.text());
    expect(floating.headers()['cache-control']).toBe('public, max-age=300, stale-while-revalidate=86400');
    expect(versioned.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    for (const answer of [floating, versioned]) {
      expect(answer.headers()).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers()['content-type']).toMatch(/javascript/);
    }
  },
);

test('a shop’s page runs the script whose hash it knows, and none that is another (case 85)', async ({
  page,
  shop,
  droppoint,
}) => {
  const answer = await page.request.get(`${droppoint.origin}/v1/integrity.json`);
  const { integrity } = pinnedSchema.parse(await answer.json());
  const isDefined = async (hash: string) => {
    await shop.open(page, { body: '', script: `integrity="${hash}"` });
    return page.evaluate(() => customElements.get('droppoint-picker') !== undefined);
  };
  expect(await isDefined(integrity)).toBe(true);
  expect(await isDefined(`sha384-${createHash('sha384').update('another').digest('base64')}`)).toBe(false);
});

test('the widget’s script is less than 7.5 KB on its way, and asks for no other file', async ({
  request,
}) => {
  const script = await (await request.get('/v1/droppoint.js')).text();
  const bytes = brotliCompressSync(script).length;
  console.log(`droppoint.js: ${script.length} bytes, ${bytes} with brotli`);
  expect(bytes).toBeLessThan(7_500);
  expect(script).not.toMatch(/\bimport\s*[({"'`*]/);
});

for (const [address, maxBytes] of [
  ['/', 84_000],
  ['/embed', 91_500],
] as const) {
  test(`${address} begins with at most ${maxBytes / 1000} KB of scripts, all that they import included`, async ({
    request,
  }) => {
    const page = await (await request.get(address)).text();
    const waiting = [...page.matchAll(/<link href="\.?([^"]+)" rel="modulepreload"/g)].map(
      ([, path]) => path!,
    );
    const sizes = new Map<string, number>();
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (sizes.has(path)) continue;
      const script = await (await request.get(path)).text();
      sizes.set(path, brotliCompressSync(script).length);
      // Static imports only, not `import()`.
      for (const [, imported] of script.matchAll(/\b(?:from|import)\s*"([^"]+)"/g))
        waiting.push(new URL(imported!, `http://x${path}`).pathname);
    }
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    console.log(`${address}: ${bytes} bytes in ${sizes.size} scripts`);
    expect(sizes.size).toBeGreaterThan(4);
    expect(bytes).toBeLessThan(maxBytes);
  });
}

test('the file with the search is compiled as a whole while it loads, and none that the first pins wait for', async ({
  page,
}) => {
  const whole: string[] = [];
  const waitedFor: string[] = [];
  const read: Promise<void>[] = [];
  const readScript = async (response: Response) => {
    const script = await response.text();
    if (script.startsWith('//# allFunctionsCalledOnLoad\n')) whole.push(script);
    else waitedFor.push(script);
  };
  const note = (response: Response) => {
    if (response.url().endsWith('.js')) read.push(readScript(response));
  };
  page.on('response', note);
  await page.goto('/');
  await expect.poll(() => whole).toHaveLength(1);
  page.off('response', note);
  await Promise.all(read);
  expect(whole[0]).toContain('role="listbox"');
  expect(waitedFor.join('')).not.toContain('allFunctionsCalledOnLoad');
});

test(
  'the service worker is asked for again each time, on every runtime',
  { tag: '@workerd' },
  async ({ request }) => {
    const answer = await request.get('/service-worker.js');
    expect(answer.status()).toBe(200);
    expect(answer.headers()['cache-control']).toBe('no-cache');
    expect(answer.headers()['content-type']).toMatch(/javascript/);
  },
);
