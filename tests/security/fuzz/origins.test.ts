import { CspParser } from 'csp_evaluator/dist/parser.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { startHarness } from '../../functions/harness.ts';
import { words } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const SHOP = 'https://shop.example';
/** Origins as operators write them, and hosts with characters that URL parsers accept. */
const parts = fc.oneof(
  fc.constantFrom(
    ...words(`https: http: HTTPS: data: // / shop .example SHOP 127.0.0.1 [::1] :443 :8443 :* * *. . ..
      %2a @ ? # ; , " ' \\ 'self' 'unsafe-inline' script-src report-uri null ä 。 \u00ad _ - $ {} ()`),
    ...['\t', '\n', ' ', '\u00a0'],
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const origins = fc
  .tuple(
    fc.constantFrom('https://', 'https://', 'https://shop', 'http://localhost', ''),
    fc.array(parts, { maxLength: 5 }),
  )
  .map(([start, list]) => start + list.join(''));
const settings = fc
  .tuple(origins, fc.constantFrom(' ', ',', ', ', '\n', ';'), fc.constantFrom('', SHOP))
  .map(([first, separator, second]) => `${first}${second && separator}${second}`);

/** A source of `frame-ancestors` that stands for one origin (CSP 3 §2.3.1), and brackets for an IPv6 address. */
const ONE_ORIGIN = /^https?:\/\/([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/;

describe('Fuzzing: origins that may frame the picker', PATIENCE, () => {
  // CSP 3 §6.4.2.
  it('hostile settings are refused at the start, or allow only those origins and change nothing else in the policy', async () => {
    const servePage = () => new Response('a page', { headers: { 'content-type': 'text/html' } });
    const policyOf = async (environment: Record<string, string>) => {
      const { headers } = await startHarness({ servePage, environment }).request('/embed');
      return new CspParser(headers.get('content-security-policy')!).csp.directives;
    };
    const plain = await policyOf({});
    let taken = 0;
    await sendThrough('shops that may frame the picker', settings, async (written) => {
      let policy: Awaited<ReturnType<typeof policyOf>>;
      try {
        policy = await policyOf({ EMBED_ORIGINS: written });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return expect(error.code).toBe('settings_invalid');
      }
      const { 'frame-ancestors': [own, ...shops] = [], ...others } = policy;
      expect({ ...others, 'frame-ancestors': [own] }).toEqual(plain);
      for (const shop of shops) {
        expect(shop).toMatch(ONE_ORIGIN);
        expect(new URL(shop).origin).toBe(shop);
        expect(written).toContain(shop);
      }
      taken += shops.length;
    });
    expect(taken).toBeGreaterThan(INPUTS / 50);
  });
});
