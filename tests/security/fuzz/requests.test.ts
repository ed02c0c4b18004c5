import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { servePages } from '../../../functions/node/serve-pages.ts';
import { readClientNetwork, readForwardedAddress } from '../../../functions/http/client-address.ts';
import { ORIGIN, startHarness } from '../../functions/harness.ts';
import { makeFolder } from '../../temporary-folder.ts';
import { oneOf, words } from './hostile-json.ts';
import { INPUTS, PATIENCE, sendThrough } from './door.ts';

const CANARY = 'canary-of-the-machine';
/** A longer line of the log would repeat text of the request. */
const MAX_LOG_LINE = 600;

/** A built site and a published network, and files beside them that nobody may read. */
function layOutSite() {
  const folder = makeFolder();
  for (const name of ['site', 'site/_app', 'network', 'kept']) mkdirSync(join(folder, name));
  for (const name of ['index', 'embed', 'account', '404']) {
    writeFileSync(join(folder, 'site', `${name}.html`), `<p>${name}</p>`);
  }
  for (const name of ['secret.html', 'secret.txt', 'network/.env', 'site/.env'])
    writeFileSync(join(folder, name), CANARY);
  return servePages(join(folder, 'site'), join(folder, 'network'), join(folder, 'kept'));
}

const parts = fc.oneof(
  fc.constantFrom(
    ...words(`/ // \\ . .. ... %2e%2e %2f %5c %00 %0d%0a % %ff %u0041 ; ~
      index index.html embed %65mbed embed%2ehtml account 404 .html .br .env
      secret secret.txt snapshot streets _app v1 api API points health nothing
      evil.example @ : ? # <script> \u202e \ud800 ä __proto__ constructor`),
    'a'.repeat(300),
    'b'.repeat(30_000),
    '/c'.repeat(2_000),
    '%41'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);
const paths = oneOf(
  [6, fc.array(parts, { maxLength: 8 }).map((list) => `/${list.join('')}`)],
  [1, fc.constantFrom('/.env', '/snapshot/.env', '/%2e%2e%2fsecret.txt', '/..%5csecret', '/%65mbed')],
);

const headers = fc.dictionary(
  fc.constantFrom(
    ...words(`forwarded x-forwarded-for x-forwarded-host x-original-url x-request-id origin range cookie
      if-none-match accept-encoding authorization sec-fetch-site x-http-method-override`),
  ),
  fc.oneof(
    fc.constantFrom('', ',', '*', 'null', 'for="[::1]:99999"', 'bytes=9-1', 'bytes=-', ORIGIN, '/account'),
    fc.stringMatching(/^[!-~]{0,12}$/),
    fc.constant('d'.repeat(8_000)),
  ),
  { maxKeys: 4 },
);

const requests = fc
  .record({
    path: paths,
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'PATCH'),
    headers,
  })
  .filter(({ path }) => URL.canParse(ORIGIN + path));

describe('Fuzzing: requests', PATIENCE, () => {
  it('requests for pages and unknown routes are answered only with the site’s files', async () => {
    const { request, logs, calls } = startHarness({ servePage: layOutSite() });
    let pages = 0;
    await sendThrough('requests for pages and unknown routes', requests, async ({ path, ...init }) => {
      const answer = await request(path, init);
      const text = await answer.text();
      expect(answer.status).not.toBe(500);
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain('<script>');
      expect(answer.headers.get('x-request-id')).toMatch(/^[\w.-]{1,128}$/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(new URL(answer.headers.get('location') ?? '/', ORIGIN).origin).toBe(ORIGIN);
      for (const line of logs) expect(JSON.stringify(line).length).toBeLessThan(MAX_LOG_LINE);
      if (answer.status === 200 && text.startsWith('<p>')) pages++;
      logs.length = calls.length = 0;
    });
    expect(pages).toBeGreaterThan(INPUTS / 100);
  });

  it('hostile client addresses are counted by network, however they are written', async () => {
    const group = fc.integer({ min: 0, max: 0xff_ff });
    const addresses = fc.record({
      network: fc.tuple(fc.integer({ min: 0x20_00, max: 0x3f_ff }), group, group, group),
      ends: fc.array(fc.tuple(group, group, group, group), { minLength: 2, maxLength: 2 }),
      port: fc.integer({ min: 0, max: 99_999 }),
      before: fc.oneof(fc.string(), fc.constant('e'.repeat(10_000))),
    });
    await sendThrough('addresses of clients', addresses, ({ network, ends, port, before }) => {
      const [first, second] = ends.map((end) =>
        [...network, ...end].map((part) => part.toString(16)).join(':'),
      );
      const key = readClientNetwork(readForwardedAddress(`${before},${first}`));
      expect(readClientNetwork(readForwardedAddress(`[${second}]:${port}`))).toBe(key);
      expect(readClientNetwork(readForwardedAddress(` ${second!.toUpperCase()} `))).toBe(key);
      expect(key).toMatch(/^[0-9a-f:]+::\/64$/);
      // Not an address: the key is one text, no longer than the input.
      expect(readClientNetwork(readForwardedAddress(before)).length).toBeLessThanOrEqual(before.length + 4);
    });
  });
});
