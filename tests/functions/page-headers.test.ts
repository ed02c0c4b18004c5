import { describe, expect, it } from 'vitest';
import { startHarness } from './harness.ts';

/** A page's headers, after the asset store's answer has passed the app. */
async function headersOf(path: string, environment: Record<string, string> = {}, type = 'text/html') {
  const servePage = () => new Response('a page', { headers: { 'content-type': type } });
  return (await startHarness({ servePage, environment }).ask(path)).headers;
}

const ancestorsOf = (headers: Headers) =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

describe('pages', () => {
  it.each([
    '/account',
    '/account/callback',
    '/account/callback?code=a',
    '/ACCOUNT',
    '/account.html',
    '/',
    '/nowhere',
  ])('like %s can be framed by nobody, by a real header (case 81)', async (path) => {
    const headers = await headersOf(path, { EMBED_ORIGINS: 'https://shop.example' });
    expect(ancestorsOf(headers)).toBe("'none'");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('for shops can be framed by the listed origins alone (case 82)', async () => {
    const environment = { EMBED_ORIGINS: 'https://shop.example, https://other.example' };
    const headers = await headersOf('/embed', environment);
    expect(ancestorsOf(headers)).toBe("'self' https://shop.example https://other.example");
    expect(ancestorsOf(await headersOf('/embed'))).toBe("'self'");
  });

  it.each(['/embed/../account', '//embed', '/embedded', '/embed/x', '/EMBED'])(
    'like %s are not taken for the one that shops frame (case 82)',
    async (path) => {
      expect(ancestorsOf(await headersOf(path, { EMBED_ORIGINS: 'https://shop.example' }))).toBe("'none'");
    },
  );

  it.each(['/%65mbed', '/embed%2ehtml', '/embed%2Fx/..', '/embed;x', '/%2565mbed', '/embed//', '/embed%20'])(
    'like %s are not taken for the one that shops frame: another spelling is another file (case 82)',
    async (path) => {
      expect(ancestorsOf(await headersOf(path, { EMBED_ORIGINS: 'https://shop.example' }))).toBe("'none'");
    },
  );

  it('in place of the one that shops frame can be framed by nobody, and keep their address to themselves (case 82)', async () => {
    for (const status of [404, 500]) {
      const servePage = () => new Response('an error', { status, headers: { 'content-type': 'text/html' } });
      const environment = { EMBED_ORIGINS: 'https://shop.example' };
      const { headers } = await startHarness({ servePage, environment }).ask('/embed');
      expect(ancestorsOf(headers)).toBe("'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('for shops have no tie to who opened them by themselves; a frame knows no such tie (case 104)', async () => {
    expect((await headersOf('/embed')).get('cross-origin-opener-policy')).toBe('same-origin');
    // The element in a shop's page reads the frame's status; no other page is anybody's to read.
    expect((await headersOf('/embed')).get('access-control-allow-origin')).toBe('*');
    expect((await headersOf('/')).get('access-control-allow-origin')).toBeNull();
  });

  it('let no path or query out in the referrer, and brokers’ pages nothing at all (case 84)', async () => {
    expect((await headersOf('/embed')).get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect((await headersOf('/account/callback')).get('referrer-policy')).toBe('no-referrer');
  });

  it('may ask for the position only where "near me" is', async () => {
    expect((await headersOf('/')).get('permissions-policy')).toContain('geolocation=(self)');
    expect((await headersOf('/embed')).get('permissions-policy')).toContain('geolocation=(self)');
    expect((await headersOf('/account')).get('permissions-policy')).toContain('geolocation=()');
  });

  it('are sent over https for good, where people come over https', async () => {
    expect((await headersOf('/')).get('strict-transport-security')).toBe('max-age=31536000');
    const { ask } = startHarness({ environment: { APP_ORIGIN: 'http://localhost:3000' } });
    expect((await ask('/api/health')).headers.has('strict-transport-security')).toBe(false);
  });

  it('are asked for again each time, and files with a hash never', async () => {
    expect((await headersOf('/account')).get('cache-control')).toBe('no-cache');
    expect((await headersOf('/_app/immutable/a.js', {}, 'text/javascript')).get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await headersOf('/favicon.svg', {}, 'image/svg+xml')).has('cache-control')).toBe(false);
  });

  it('have a service worker that is asked for again each time: it may have been switched off', async () => {
    expect((await headersOf('/service-worker.js', {}, 'text/javascript')).get('cache-control')).toBe(
      'no-cache',
    );
  });

  it('that aren’t there are kept by nobody, whatever their address (case 100)', async () => {
    const { ask } = startHarness({ servePage: () => new Response(null, { status: 404 }) });
    for (const path of [
      '/_app/immutable/a.js',
      '/snapshot/0123456789abcdef/facets.json',
      '/v1/droppoint-1.js',
    ]) {
      expect((await ask(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('are only read', async () => {
    const { ask } = startHarness({ servePage: () => new Response('a page') });
    expect((await ask('/account', { method: 'POST' })).status).toBe(404);
    expect((await ask('/account', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('the widget’s script', () => {
  it.each([
    ['/v1/droppoint.js', 'public, max-age=300, stale-while-revalidate=86400'],
    ['/v1/droppoint-1.2.3-beta.4.js', 'public, max-age=31536000, immutable'],
  ])(
    '%s is for the pages of all shops, and cached as its name says (case 85)',
    async (path, cacheControl) => {
      const headers = await headersOf(path, {}, 'text/javascript; charset=utf-8');
      expect(Object.fromEntries(headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': cacheControl,
      });
    },
  );

  it.each(['/v1/other.js', '/v1/droppoint.js/x', '/x/v1/droppoint.js', '/_app/immutable/a.js', '/'])(
    'opens no other file to other origins: %s',
    async (path) => {
      const headers = await headersOf(path, {}, 'text/javascript');
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.has('cross-origin-resource-policy')).toBe(false);
    },
  );
});
