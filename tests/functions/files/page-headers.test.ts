import { describe, expect, it } from 'vitest';
import { parseSettings } from '../../../functions/config.ts';
import { addPageHeaders } from '../../../functions/files/page-headers.ts';
import { ENVIRONMENT, startHarness } from '../harness.ts';

const SETTINGS = parseSettings(ENVIRONMENT);

/** A page's headers, after the asset store's answer has passed the app. */
async function headersOf(
  path: string,
  environment: Record<string, string> = {},
  type = 'text/html',
  status = 200,
) {
  const headers = { 'content-type': type, etag: '"1"' };
  const servePage = () => new Response(status === 304 ? null : 'a page', { status, headers });
  return (await startHarness({ servePage, environment }).request(path)).headers;
}

const policyOf = (headers: Headers) => headers.get('content-security-policy');

const ancestorsOf = (headers: Headers) =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

describe('Headers of pages', () => {
  // CSP 3 §6.4.2, RFC 9700 §4.16.
  // Proves: security/framed-by-nobody.
  it.each([
    '/account',
    '/account/callback',
    '/account/callback?code=a',
    '/ACCOUNT',
    '/account.html',
    '/',
    '/choose',
    '/nowhere',
  ])('pages like %s can’t be framed, by a real header', async (path) => {
    const headers = await headersOf(path, { EMBED_ORIGINS: 'https://shop.example' });
    expect(ancestorsOf(headers)).toBe("'none'");
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  // CSP 3 §6.4.2.
  // Proves: security/framed-by-listed-shops.
  it.each(['/embed', '/parcel', '/parcel.html'])(
    'a page for shops, like %s, can be framed only by the listed origins',
    async (path) => {
      const environment = { EMBED_ORIGINS: 'https://shop.example, https://other.example' };
      const headers = await headersOf(path, environment);
      expect(ancestorsOf(headers)).toBe("'self' https://shop.example https://other.example");
      expect(ancestorsOf(await headersOf(path))).toBe("'self'");
    },
  );

  it.each([
    ...[
      '/embed/../account',
      '//embed',
      '/embedded',
      '/embed/x',
      '/EMBED',
      '/parcels',
      '/parcel/x',
      '/PARCEL',
    ],
    // Another spelling means another file.
    ...['/%65mbed', '/embed%2ehtml', '/embed%2Fx/..', '/embed;x', '/%2565mbed', '/embed//', '/embed%20'],
  ])('pages like %s aren’t treated as the page that shops frame', async (path) => {
    expect(ancestorsOf(await headersOf(path, { EMBED_ORIGINS: 'https://shop.example' }))).toBe("'none'");
  });

  it('an error in place of the framed page can’t be framed, and sends no referrer', async () => {
    for (const status of [404, 500]) {
      const headers = await headersOf('/embed', { EMBED_ORIGINS: 'https://shop.example' }, undefined, status);
      expect(ancestorsOf(headers)).toBe("'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  // HTML §7.1.3 (cross-origin opener policies).
  // Proves: security/no-opener.
  it('pages for shops have no opener as top-level pages, and frames have no such relation', async () => {
    expect((await headersOf('/embed')).get('cross-origin-opener-policy')).toBe('same-origin');
    // The element in a shop's page reads the frame's status; other sites can read no other page.
    expect((await headersOf('/embed')).get('access-control-allow-origin')).toBe('*');
    expect((await headersOf('/')).get('access-control-allow-origin')).toBeNull();
  });

  // Referrer Policy §3.6, RFC 9700 §4.2.4.
  it('the referrer has no path or query, and brokers’ pages send none', async () => {
    expect((await headersOf('/embed')).get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect((await headersOf('/account/callback')).get('referrer-policy')).toBe('no-referrer');
  });

  it.each(['/', '/index.html', '/embed', '/embed/', '/embed.html', '/choose'])(
    'a page may use the position only if it offers "near me", like %s, and no other device feature',
    async (path) => {
      expect((await headersOf(path)).get('permissions-policy')).toBe(
        'geolocation=(self), camera=(), microphone=(), payment=(), usb=(), serial=(), hid=(), midi=(), display-capture=()',
      );
    },
  );

  it.each(['/network', '/configure', '/index', '/index.html/x'])(
    'the page at %s may use no device feature',
    async (path) => {
      expect((await headersOf(path)).get('permissions-policy')).not.toContain('self');
    },
  );

  it.each(['/account', '/account/pack', '/account.html'])(
    'the desk at %s may use label printers, and no other device feature',
    async (path) => {
      expect((await headersOf(path)).get('permissions-policy')).toBe(
        'geolocation=(), camera=(), microphone=(), payment=(), usb=(self), serial=(self), hid=(), midi=(), display-capture=()',
      );
    },
  );

  // CSP 3 §6.4.2.
  it('forms are sent only to our origin, and plug-ins and other bases are forbidden', async () => {
    for (const type of ['text/html', 'text/html; charset=utf-8'])
      expect(policyOf(await headersOf('/', {}, type))).toBe(
        "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'",
      );
  });

  // CSP 3 §6.4.1.
  // Proves: security/choose-forms.
  it('the page that gives a choice back may send forms to the listed shops, and no other page may', async () => {
    const environment = {
      CHOOSE_RETURNS: 'https://shop.example/point myshop://point https://shop.example/b http://127.0.0.1/c',
    };
    const targets = async (path: string) =>
      /form-action ([^;]*)/.exec(policyOf(await headersOf(path, environment)) ?? '')?.[1];
    expect(await targets('/choose')).toBe("'self' https://shop.example http://127.0.0.1:*");
    for (const path of ['/', '/embed', '/parcel', '/account', '/choose/x', '/CHOOSE'])
      expect(await targets(path)).toBe("'self'");
    // A shop can recognise such a form by its Origin, which `no-referrer` would hide.
    expect((await headersOf('/choose')).get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });

  it.each([
    ['/account', 'no-referrer'],
    ['/account/', 'no-referrer'],
    ['/account.html', 'no-referrer'],
    ['/account/parcels', 'no-referrer'],
    ['/parcel', 'no-referrer'],
    ['/parcel.html', 'no-referrer'],
    ['/parcels', 'strict-origin-when-cross-origin'],
    ['/accounting', 'strict-origin-when-cross-origin'],
    ['/my/account', 'strict-origin-when-cross-origin'],
    ['/', 'strict-origin-when-cross-origin'],
  ])(
    'brokers’ and parcels’ pages send no referrer, for the whole first path segment: %s',
    async (path, policy) => {
      expect((await headersOf(path)).get('referrer-policy')).toBe(policy);
    },
  );

  it('a page answered with 304 has the same headers', async () => {
    const [sent, unchanged] = [
      await headersOf('/account'),
      await headersOf('/account', {}, 'text/html', 304),
    ];
    for (const name of ['content-type', 'x-request-id'])
      for (const each of [sent, unchanged]) each.delete(name);
    expect([...unchanged]).toEqual([...sent]);
  });

  it('an app served over https has HSTS', async () => {
    expect((await headersOf('/')).get('strict-transport-security')).toBe('max-age=31536000');
    const environment = { APP_ORIGIN: 'http://localhost:3000' };
    const { request } = startHarness({ environment });
    expect((await request('/api/health')).headers.has('strict-transport-security')).toBe(false);
    expect((await headersOf('/', environment)).has('strict-transport-security')).toBe(false);
  });

  it('pages are revalidated each time', async () => {
    expect((await headersOf('/account')).get('cache-control')).toBe('no-cache');
    expect((await headersOf('/favicon.svg', {}, 'image/svg+xml')).has('cache-control')).toBe(false);
  });

  // CSP 3 §6.4.2, RFC 9111 §5.2.2.5.
  it('missing pages are never cached, whatever their path', async () => {
    const { request } = startHarness({ servePage: () => new Response(null, { status: 404 }) });
    for (const path of [
      '/_app/immutable/a.js',
      '/snapshot/0123456789abcdef/facets.json',
      '/v1/droppoint-1.js',
    ]) {
      expect((await request(path)).headers.get('cache-control')).toBe('no-store');
    }
  });

  it('pages only answer GET and HEAD', async () => {
    const { request } = startHarness({ servePage: () => new Response('a page') });
    expect((await request('/account', { method: 'POST' })).status).toBe(404);
    expect((await request('/account', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('Headers of files', () => {
  it.each(['image/svg+xml', 'application/xml', 'text/xml; charset=utf-8', 'application/rss+xml'])(
    'a file of type %s, which a browser opens as a document, can’t run or load anything',
    async (type) => {
      const headers = await headersOf('/a.file', {}, type);
      expect(policyOf(headers)).toBe(
        "frame-ancestors 'none'; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
      );
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      // Images run no scripts, so they need no list of devices.
      expect(headers.has('permissions-policy')).toBe(!type.startsWith('image/'));
    },
  );

  it.each(['text/javascript', 'text/css', 'application/json', 'image/png', 'font/woff2', 'a-text/html', ''])(
    'a file of type %s isn’t a document and has no headers of documents',
    async (type) => {
      const headers = await headersOf('/a.file', {}, type);
      expect([...headers.keys()].filter((name) => !/^(content-type|etag|x-request-id)$/.test(name))).toEqual([
        'strict-transport-security',
        'x-content-type-options',
      ]);
      expect([...(await headersOf('/a.file', {}, type, 304)).keys()]).toEqual([...headers.keys()]);
    },
  );

  it.each([302, 308, 404, 500])(
    'an answer with status %i counts as a document in a frame, whatever its type',
    async (status) => {
      const headers = await headersOf('/a.file', {}, 'text/javascript', status);
      expect(policyOf(headers)).toContain("frame-ancestors 'none'; default-src 'none'");
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    },
  );

  const FOR_EVER = 'public, max-age=31536000, immutable';
  const VERSION = '0123456789abcdef';
  it.each([
    ['/_app/immutable/a.js', FOR_EVER],
    [`/snapshot/${VERSION}/table.bin`, FOR_EVER],
    [`/streets/andorra-2/${VERSION}/14/1/2.mvt`, FOR_EVER],
    ['/snapshot/manifest.json', 'no-cache'],
    [`/snapshot/${VERSION}0/table.bin`, 'no-cache'],
    [`/snapshot/x/${VERSION}/table.bin`, 'no-cache'],
    ['/streets/manifest.json', 'no-cache'],
    [`/streets/${VERSION}/14/1/2.mvt`, 'no-cache'],
    [`/streets/x/andorra/${VERSION}/14/1/2.mvt`, 'no-cache'],
    // The service worker may have been switched off.
    ['/service-worker.js', 'no-cache'],
    ['/v1/droppoint-1.2.3.js/x', null],
    ['/x/v1/droppoint-1.2.3.js', null],
    ['/vv1/droppoint.js', null],
    ['/v10/droppoint-10.0.0.js', FOR_EVER],
    ['/v1/droppoint-parcel-1.2.3-0123abcd.js', FOR_EVER],
    ['/v1/droppoint-parcel-1.2.3-0123abcd.js.map', FOR_EVER],
    ['/v1/droppoint.js.map', null],
    ['/v1/droppoint-parcel.js', 'public, max-age=300, stale-while-revalidate=86400'],
    ['/v1/droppoint-parcel.json', null],
    ['/v10/droppoint.js', 'public, max-age=300, stale-while-revalidate=86400'],
    ['/x/_app/immutable/a.js', null],
    [`/x/snapshot/${VERSION}/table.bin`, null],
    [`/x/streets/andorra/${VERSION}/14/1/2.mvt`, null],
    ['/basemap/1/0-0.mvt', null],
  ])('files are cached as long as their path allows: %s', (path, cacheControl) => {
    // The function answers for streets, and none are published here; this test is only about the
    // path.
    const headers = { 'content-type': 'application/octet-stream', etag: '"1"' };
    const answer = new Response('a file', { headers });
    addPageHeaders(answer, path, SETTINGS);
    expect(answer.headers.get('cache-control')).toBe(cacheControl);
    // Files that never change are never revalidated, so they need no ETag.
    expect(answer.headers.has('etag')).toBe(cacheControl !== FOR_EVER);
  });
});

describe('Headers of the elements’ scripts and their source maps', () => {
  // SRI §3, RFC 8246.
  it.each([
    ['/v1/droppoint.js', 'public, max-age=300, stale-while-revalidate=86400'],
    ['/v1/droppoint-parcel.js', 'public, max-age=300, stale-while-revalidate=86400'],
    ['/v1/droppoint-1.2.3-beta.4.js', 'public, max-age=31536000, immutable'],
    ['/v1/droppoint-parcel-1.2.3-0123abcd.js', 'public, max-age=31536000, immutable'],
    ['/v1/droppoint-parcel-1.2.3-0123abcd.js.map', 'public, max-age=31536000, immutable'],
  ])('%s is readable by all shops’ pages, and cached as its name says', async (path, cacheControl) => {
    const headers = await headersOf(path, {}, 'text/javascript; charset=utf-8');
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': cacheControl,
    });
  });

  it.each(['/v1/other.js', '/v1/droppoint.js/x', '/x/v1/droppoint.js', '/_app/immutable/a.js', '/'])(
    'no other file is readable by other origins: %s',
    async (path) => {
      const headers = await headersOf(path, {}, 'text/javascript');
      expect(headers.has('access-control-allow-origin')).toBe(false);
      expect(headers.has('cross-origin-resource-policy')).toBe(false);
    },
  );
});
