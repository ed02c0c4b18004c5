import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { describe, expect, it } from 'vitest';
import { startHarness } from '../functions/harness.ts';
import { IS_BUILT, PAGES, readPage } from './build-files.ts';

/** Sources that the settings of browser tests add: this machine's pictures, by http. Real ones need https. */
const THIS_MACHINE = / http:\/\/(127\.0\.0\.1|localhost):(\*|\d+)/g;

/** Findings of high or medium severity, one line each. */
function findWeaknesses(policy: string): string[] {
  return new CspEvaluator(new CspParser(policy.replace(THIS_MACHINE, '')).csp)
    .evaluate()
    .filter(({ severity }) => severity <= Severity.MEDIUM)
    .map(({ directive, value, description }) => `${directive} ${value ?? ''}: ${description}`);
}

/** The function's answer, with a built page where it serves one. */
function request(path: string): Promise<Response> {
  const servePage = () => new Response(readPage(path), { headers: { 'content-type': 'text/html' } });
  const environment = { EMBED_ORIGINS: 'https://shop.example' };
  return startHarness({ servePage, environment }).request(path);
}
const policyOf = ({ headers }: Response) => headers.get('content-security-policy') ?? '';

it.runIf(IS_BUILT)('all pages of the build are checked', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['/', '/embed', '/account', '/account/callback', '/404']));
});

describe.each(PAGES)('the page %s', (path) => {
  it('has policies in which csp_evaluator finds nothing of severity high or medium', async () => {
    const answer = await request(path);
    const written = /http-equiv="content-security-policy" content="([^"]+)"/.exec(await answer.text())?.[1];
    // Both policies apply; a directive in both is the same in both.
    const own = policyOf(answer)
      .split('; ')
      .filter((directive) => !written?.includes(directive));
    expect(findWeaknesses([written, ...own].join('; '))).toEqual([]);
    expect(written).not.toMatch(/unsafe-inline|unsafe-eval/);
    expect(written).toContain("require-trusted-types-for 'script'");
  });
});

it.each(['/api/health', '/api/nowhere'])('so has the answer at %s', async (path) => {
  expect(findWeaknesses(policyOf(await request(path)))).toEqual([]);
});
