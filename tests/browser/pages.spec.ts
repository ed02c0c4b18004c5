import { expect } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { logIn } from './login-walk.ts';
import { openAnyCard } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** A sentence that only brokers need. */
const FOR_BROKERS = 'The access token has expired';

test(
  'Pages: none violates its own policy or has a field without anything to search; shoppers’ pages contact no third party and load nothing for brokers',
  { tag: '@workerd' },
  async ({ page, droppoint }) => {
    const [complaints, foreign, forBrokers] = [[], [], []] as string[][] as [string[], string[], string[]];
    await page.addInitScript(() => {
      document.addEventListener(
        'securitypolicyviolation',
        ({ violatedDirective, blockedURI, sourceFile }) => {
          console.error(`CSP ${violatedDirective} ${blockedURI} ${sourceFile}`);
        },
      );
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(droppoint.origin)) foreign.push(request.url());
    });
    const scripts: Promise<void>[] = [];
    page.on('response', (response) => {
      const read = async () => {
        if ((await response.text().catch(() => '')).includes(FOR_BROKERS)) forBrokers.push(response.url());
      };
      if (response.url().endsWith('.js')) scripts.push(read());
    });
    const hasNoField = (address: string) =>
      expect(page.locator('#first-paint:visible'), `a field at ${address}`).toHaveCount(0);

    await page.goto('/');
    await expect(page.getByRole('main')).toContainText(/points on the map/);
    expect(foreign).toEqual([]);
    await Promise.all(scripts);
    expect(scripts.length).toBeGreaterThan(0);
    expect(forBrokers).toEqual([]);
    // Some of the sandbox's pictures are missing on purpose.
    await openAnyCard(page.getByRole('main'));
    await logIn(page);
    await hasNoField('/account');
    await expect.poll(() => forBrokers.length).toBeGreaterThan(0);
    for (const address of ['/embed', '/nowhere']) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await hasNoField(address);
    }
    const policy = await page.locator('meta[http-equiv="content-security-policy"]').getAttribute('content');
    expect(policy).not.toContain('unsafe-inline');
    expect(complaints.filter((text) => /CSP|Content Security Policy/.test(text))).toEqual([]);
  },
);
