import { expect } from '@playwright/test';
import { test } from './droppoint.ts';

// Proves: security/text-only.
test('Policy: text becomes markup or code on no page, even if our own script tries', async ({ page }) => {
  for (const path of ['/', '/account/callback']) {
    await page.goto(path);
    await expect(page.getByRole('heading').or(page.getByRole('main')).first()).toBeVisible();
    const outcome = await page.evaluate(async () => {
      const attempt = (action: () => unknown) => {
        try {
          action();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const window = globalThis as unknown as { hit?: boolean };
      const names = [
        attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror="hit = true">')),
        attempt(() => document.body.insertAdjacentHTML('beforeend', '<svg onload="hit = true">')),
        attempt(() => (document.createElement('script').src = 'https://evil.example/x.js')),
        attempt(() => document.createElement('iframe').setAttribute('srcdoc', '<script>hit = true</script>')),
        attempt(() => new DOMParser().parseFromString('<p>', 'text/html')),
        // oxlint-disable-next-line typescript/no-implied-eval -- it is what must not work
        attempt(() => setTimeout('hit = true')),
      ];
      // Refused by the script policy, not by Trusted Types.
      const link = document.createElement('a');
      link.href = 'javascript:hit = true';
      document.body.append(link);
      let isRefused = false;
      document.addEventListener(
        'securitypolicyviolation',
        ({ blockedURI }) => (isRefused ||= blockedURI === 'inline'),
      );
      link.click();
      while (!isRefused && !window.hit) await new Promise((resolve) => requestAnimationFrame(resolve));
      return { names, hit: window.hit === true };
    });
    expect([path, outcome]).toEqual([path, { names: Array(6).fill('TypeError'), hit: false }]);
  }
});
