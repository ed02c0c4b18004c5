import { readdirSync } from 'node:fs';
import { expect } from '@playwright/test';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { test } from './droppoint.ts';

/** Paths of all pages of the build. */
const PAGES = readdirSync('build', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.html') && !name.startsWith('snapshot'))
  .map((name) => `/${name.replaceAll('\\', '/').replace(/(index)?\.html$/, '')}`);

/** Sources that the tests' settings add: this machine's pictures and shops, by http. Real shops need https. */
const THIS_MACHINE = / http:\/\/(127\.0\.0\.1|localhost):(\*|\d+)/g;

/** Findings of high or medium severity, one line each. */
function findWeaknesses(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy.replace(THIS_MACHINE, '')).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`);
}

test(
  'csp_evaluator finds nothing of severity high or medium on any page or answer (case 86)',
  { tag: '@workerd' },
  async ({ request }) => {
    expect(PAGES).toEqual(expect.arrayContaining(['/', '/account', '/account/callback', '/404']));
    for (const path of PAGES) {
      const answer = await request.get(path);
      const written = /http-equiv="content-security-policy" content="([^"]+)"/.exec(await answer.text())?.[1];
      const sent = answer.headers()['content-security-policy'] ?? '';
      // Both policies apply; a directive in both is the same in both.
      const own = sent.split('; ').filter((directive) => !written?.includes(directive));
      expect([path, findWeaknesses([written, ...own].join('; '))]).toEqual([path, []]);
      expect(written).not.toMatch(/unsafe-inline|unsafe-eval/);
    }
    for (const path of ['/api/health', '/api/nowhere']) {
      const policy = (await request.get(path)).headers()['content-security-policy'] ?? '';
      expect([path, findWeaknesses(policy)]).toEqual([path, []]);
    }
  },
);

test('a text becomes mark-up or code on no page, even where a script of ours would try (case 86)', async ({
  page,
}) => {
  for (const path of ['/', '/account', '/account/callback', '/nowhere']) {
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
      link.click();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { names, hit: window.hit === true };
    });
    expect([path, outcome]).toEqual([path, { names: Array(6).fill('TypeError'), hit: false }]);
  }
});
