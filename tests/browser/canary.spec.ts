import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect } from '@playwright/test';
import { test } from './droppoint.ts';
import { logIn, renewSession } from './login-walk.ts';

const BUILD = 'build';

/** Every file of the build as text; the precompressed copies hold the same text. */
function* readBuild(): Generator<[name: string, text: string]> {
  for (const entry of readdirSync(BUILD, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    yield [path, readFileSync(path, 'latin1')];
  }
}

test('no secret and no name of one is in what browsers are sent, and no source map is (case 87)', () => {
  const settings = { ...parseEnv(readFileSync('.env.example', 'utf8')), ...process.env };
  const secrets = [
    settings['PLATFORM_CLIENT_SECRET'],
    ...(settings['SESSION_KEYS'] ?? '').split(/[\s,]+/).map((key) => key.split(':')[1]),
    'SESSION_KEYS',
    'PLATFORM_CLIENT',
    'client_secret=',
  ].filter((text) => text !== undefined && text !== '');
  expect(secrets.length).toBeGreaterThan(4);
  let files = 0;
  // Thousands of files: one `expect` for each would take Playwright a quarter of a minute.
  const found: string[] = [];
  for (const [path, text] of readBuild()) {
    files++;
    if (path.endsWith('.map')) found.push(path);
    for (const secret of [...secrets, 'sourceMappingURL='])
      if (text.includes(secret!)) found.push(`${path}: ${secret}`);
  }
  expect(found).toEqual([]);
  expect(files).toBeGreaterThan(100);
});

test(
  'the running function writes no code, verifier, token, cookie, secret or header into its log (cases 87, 88)',
  { tag: '@workerd' },
  async ({ page, droppoint }) => {
    const canaries = new Set<string>();
    page.on('request', async (request) => {
      const form = new URLSearchParams(request.postData() ?? '');
      for (const name of ['code', 'code_verifier']) if (form.has(name)) canaries.add(form.get(name)!);
      const headers: Record<string, string> = await request.allHeaders().catch(() => ({}));
      if ('authorization' in headers) canaries.add(headers['authorization']);
    });
    page.on('response', async (response) => {
      if (!response.url().endsWith('/api/oauth/token') || response.status() === 204) return;
      const { access_token } = (await response.json()) as { access_token?: string };
      if (access_token) canaries.add(access_token);
    });
    await logIn(page);
    await expect(page.getByRole('main')).toContainText(/points on the map/);
    await droppoint.control('POST', '/__sandbox/expire-tokens');
    await renewSession(page);
    await expect(page.getByText('Renewed.')).toBeVisible();
    for (const { name, value } of await page.context().cookies(droppoint.origin)) {
      if (name.includes('droppoint')) canaries.add(value);
    }
    // Code, verifier, two tokens, their headers, and the cookie. Playwright may report the last of them late.
    await expect.poll(() => canaries.size).toBeGreaterThanOrEqual(6);

    const log = droppoint.readFunctionLog();
    expect(log).toContain('/api/oauth/token');
    for (const canary of canaries) expect(log).not.toContain(canary.replace(/^Bearer /, ''));
    for (const text of ['canary-secret', 'Bearer ', 'Basic ', 'code=', '__Host-']) {
      expect(log).not.toContain(text);
    }
  },
);
