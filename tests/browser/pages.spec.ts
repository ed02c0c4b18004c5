import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { logIn } from './login-walk.ts';
import { openAnyCard } from './map-walk.ts';

test.use({ points: FEW_POINTS });

test('no page breaks its own content security policy (case 86)', async ({ page }) => {
  const violations: string[] = [];
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`CSP ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  page.on('console', (message) => {
    if (message.type() === 'error') violations.push(message.text());
  });
  await page.goto('/');
  await openAnyCard(page.getByRole('main'));
  // Some of the sandbox's pictures are missing on purpose.
  await logIn(page);
  await page.goto('/nowhere');
  const policy = await page.locator('meta[http-equiv="content-security-policy"]').getAttribute('content');
  expect(policy).not.toContain('unsafe-inline');
  expect(violations.filter((text) => /CSP|Content Security Policy/.test(text))).toEqual([]);
});

test('pages send the headers that a meta tag cannot', async ({ request }) => {
  const account = await request.get('/account');
  expect(account.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(account.headers()['referrer-policy']).toBe('no-referrer');
  const locator = await request.get('/');
  expect(locator.headers()).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect(locator.headers()['cache-control']).toMatch(/no-cache|max-age=0/);
  const script = /\/_app\/immutable\/[\w/.-]+\.js/.exec(await locator.text())?.[0] ?? '';
  const immutable = await request.get(script);
  expect(immutable.headers()['cache-control']).toMatch(/immutable/);
  expect((await request.get('/nowhere')).status()).toBe(404);
  expect((await request.get('/api/nowhere')).status()).toBe(404);
});

test('without online tiles configured, no third party is asked for anything', async ({ page, droppoint }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(droppoint.origin)) foreign.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText(/points on the map/, { timeout: 30_000 });
  expect(foreign).toEqual([]);
});
