import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { logIn } from './login-walk.ts';
import { openAnyCard } from './map-walk.ts';

test.use({ points: FEW_POINTS });

test('no page breaks its own content security policy (case 86)', { tag: '@workerd' }, async ({ page }) => {
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

test('without online tiles configured, no third party is asked for anything', async ({ page, droppoint }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(droppoint.origin)) foreign.push(request.url());
  });
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText(/points on the map/);
  expect(foreign).toEqual([]);
});
