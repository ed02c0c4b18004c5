import { expect } from '@playwright/test';
import { test } from './droppoint.ts';
import { logIn, renewSession } from './login-walk.ts';

test(
  'Logs: the running function logs no code, verifier, token, cookie, secret or header',
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
