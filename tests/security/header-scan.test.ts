import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import { describe, expect, it } from 'vitest';
import { OWN_PAGE, startHarness } from '../functions/harness.ts';

/**
 * npm has no small, maintained header scanner (MDN's needs a database), so the defaults of helmet,
 * a widely used and maintained library, are the reference.
 */
function listRecommended(): Map<string, string> {
  const recommended = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => recommended.set(name.toLowerCase(), value),
    removeHeader: () => undefined,
  };
  helmet()({} as IncomingMessage, response as unknown as ServerResponse, () => undefined);
  return recommended;
}

/** Omitted headers, with the reason. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'origin-agent-cluster': 'browsers that have it do so by default; nothing here widens document.domain',
  'x-dns-prefetch-control': 'without links to other hosts there is nothing to look up early',
  'x-download-options': 'for Internet Explorer, which cannot run the pages',
  'x-frame-options':
    'frame-ancestors says it for every browser that can run the pages, and can name several shops',
  'x-permitted-cross-domain-policies': 'for Flash and Acrobat, which no browser runs any more',
  'x-xss-protection': 'switches off a filter that browsers no longer have',
};

const app = startHarness({
  servePage: () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  environment: { EMBED_ORIGINS: 'https://shop.example' },
});

describe('Headers that helmet recommends', () => {
  it('helmet’s list has the expected headers', () => {
    expect(listRecommended().size).toBeGreaterThan(10);
  });

  it.each([
    '/',
    '/account',
    '/account/callback',
    '/nowhere',
    '/api/health',
    '/api/config',
    '/api/nowhere',
    '/embed',
  ])('%s has these headers, except those that have no effect here', async (path) => {
    const { headers } = await app.request(path, { headers: OWN_PAGE });
    const missing = [...listRecommended().keys()].filter((name) => !headers.has(name) && !(name in LEFT_OUT));
    // This header would keep the page that shops frame out of frames.
    expect(missing).toEqual(path === '/embed' ? ['cross-origin-resource-policy'] : []);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000$/);
  });

  it('no header names the server software', async () => {
    const { headers } = await app.request('/');
    expect(['server', 'x-powered-by', 'via'].filter((name) => headers.has(name))).toEqual([]);
  });
});
