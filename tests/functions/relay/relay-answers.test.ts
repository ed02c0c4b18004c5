import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answerHtml,
  answerJson,
  BASE,
  CODE_FORM,
  errorOf,
  OWN_PAGE,
  PAGE,
  START_MS,
  startHarness,
  type HarnessOptions,
  type UpstreamAnswer,
} from '../harness.ts';
import { bearer, LIST, send, shipmentsOf } from './relay-requests.ts';

const redirect = (status: number) => answerJson({}, status, { location: 'https://evil.example' });

describe('Relayed answers of the platform', () => {
  afterEach(() => void vi.restoreAllMocks());

  async function relayed(api: () => UpstreamAnswer, options: HarnessOptions = {}) {
    const harness = startHarness({ ...options, api: [api] });
    const answer = await send(harness, shipmentsOf('42'));
    expect(harness.calls).toHaveLength(1);
    const { status, headers } = answer;
    return { status, headers, text: await answer.text(), logs: harness.logs };
  }

  it.each([200, 201, 400, 401, 403, 404, 409, 422])(
    'an answer with the status %d is passed on',
    async (status) => {
      const { headers, ...answer } = await relayed(() =>
        answerJson({ detail: 'as said' }, status, {
          'set-cookie': 'a=1',
          'access-control-allow-origin': '*',
        }),
      );
      expect(answer).toMatchObject({ status, text: '{"detail":"as said"}' });
      expect(headers.get('content-type')).toBe('application/json');
      expect(headers.has('set-cookie') || headers.has('access-control-allow-origin')).toBe(false);
    },
  );

  it('an empty answer is passed on', async () => {
    expect(await relayed(() => new Response(null, { status: 204 }))).toMatchObject({ status: 204, text: '' });
    expect(await relayed(() => new Response(null, { status: 202 }))).toMatchObject({ status: 202, text: '' });
  });

  // RFC 9110 §15.
  it.each([600, 999, 100, 101, 0])('the invalid HTTP status %d becomes a 502', async (status) => {
    const odd = () => Object.defineProperty(answerJson({}), 'status', { value: status });
    const harness = startHarness({ api: [odd] });
    const answers = [
      await harness.request(LIST, { headers: { ...OWN_PAGE, ...bearer } }),
      await send(harness, shipmentsOf('42')),
      await harness.request('/api/points?page=1&perPage=25'),
      await startHarness({ token: [odd] }).requestToken(CODE_FORM),
    ];
    for (const answer of answers) {
      expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
    expect(harness.logs.map(({ status: logged }) => logged)).toEqual([502, 502, 502]);
  });

  // RFC 9110 §10.2.3.
  it.each([
    ['12', '12'],
    ['0', '1'],
    ['9'.repeat(9000), null],
    ['99999', '3600'],
    ['-5', '1'],
    ['<script>alert(1)</script>', null],
    ['3600; a=b', null],
    [new Date(START_MS + 30_000).toUTCString(), '30'],
    [new Date(START_MS - 30_000).toUTCString(), '1'],
    [new Date(START_MS + 1e12).toUTCString(), '3600'],
  ])('Retry-After is parsed, limited and written again: %s', async (sent, written) => {
    const { request } = startHarness({ api: [() => answerJson({}, 429, { 'retry-after': sent })] });
    const answer = await request(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, written]);
  });

  it.each([
    ['nests 33 deep', '['.repeat(33) + ']'.repeat(33)],
    ['is 6 MB of brackets', '['.repeat(3e6) + ']'.repeat(3e6)],
    ['is 6 MB of empty lists', `[${'[],'.repeat(2e6)}[]]`],
    ['nests behind a text with quotes', `["\\"[\\\\",${'{"a":'.repeat(40)}1${'}'.repeat(40)}]`],
  ])('an answer that %s is refused before it is parsed', async (_what, text) => {
    const parse = vi.spyOn(JSON, 'parse');
    const harness = startHarness({ api: [() => new Response(text)] });
    const list = await harness.request(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    const points = await harness.request('/api/points?page=1&perPage=25');
    expect([list.status, points.status]).toEqual([502, 502]);
    const sent = await send(startHarness(), shipmentsOf('42'), { body: text });
    expect(sent.status).toBe(text.length > 256 * 1024 ? 413 : 400);
    expect(parse.mock.calls.map(([parsed]) => parsed.length)).not.toContain(text.length);
  });

  it('a long answer with the platform’s depth and many brackets in texts is passed on', async () => {
    const items = Array.from({ length: 500 }, (_, id) => ({
      ...PAGE.items[0],
      id: `PL_${id}`,
      description: '[{'.repeat(500) + '\\"',
      hours: { customer: { monday: [{ start: '08:00', end: '18:00' }] } },
    }));
    const { request } = startHarness({ api: [() => answerJson({ ...PAGE, items })] });
    const answer = await request(LIST, { headers: { ...OWN_PAGE, ...bearer } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ...PAGE, items });
  });

  it.each([429, 500, 503])(
    'an answer with %d keeps its status and Retry-After, not its text',
    async (status) => {
      const headers = { 'retry-after': '12' };
      for (const upstream of [
        answerHtml(status, headers),
        answerJson({ detail: 'as said' }, status, headers),
      ]) {
        const answer = await relayed(() => upstream);
        expect(answer.status).toBe(status);
        expect(answer.headers.get('retry-after')).toBe('12');
        expect(JSON.parse(answer.text)).toMatchObject({ error: 'temporarily_unavailable' });
        expect(answer.text).not.toContain('as said');
      }
    },
  );

  it.each([
    ['HTML with 200', () => answerHtml(200), 502, 'server_error', 'malformed'],
    ['HTML with 404', () => answerHtml(404), 404, 'platform_refused', 'the platform answered 404'],
    [
      'nothing with 404',
      () => new Response(null, { status: 404 }),
      404,
      'platform_refused',
      'the platform answered 404',
    ],
    ['half a JSON', () => new Response('{"a":'), 502, 'server_error', 'malformed'],
    ['a redirect with 300', () => redirect(300), 502, 'server_error', 'redirected'],
    ['a redirect with 302', () => redirect(302), 502, 'server_error', 'redirected'],
    ['a redirect with 399', () => redirect(399), 502, 'server_error', 'redirected'],
    [
      'more than 8 MB',
      () => new Response(`"${'x'.repeat(8 * 1024 * 1024)}"`),
      502,
      'server_error',
      'malformed',
    ],
    ['no connection', () => new TypeError('fetch failed'), 503, 'temporarily_unavailable', 'network'],
  ] as const)('an answer of %s is replaced by our refusal', async (_what, api, status, error, detail) => {
    const answer = await relayed(api);
    expect(answer.status).toBe(status);
    const { request_id: _, ...body } = JSON.parse(answer.text) as Record<string, unknown>;
    expect(body).toEqual({ error });
    expect(answer.logs).toMatchObject([{ status, error, detail }]);
  });
});

describe('Relayed labels', () => {
  const LABEL = '/api/platform/shipping/v2/organizations/42/shipments/6900/label';
  const PDF = 'application/pdf;format=A6';
  const bytes = '%PDF-1.7\n' + '[('.repeat(300_000);
  const pdf = (text = bytes, type = PDF) => new Response(text, { headers: { 'content-type': type } });
  const request = (api: () => UpstreamAnswer, accept: string | undefined = PDF, path = LABEL) => {
    const harness = startHarness({ api: [api] });
    return { harness, answer: harness.request(path, { headers: { ...OWN_PAGE, ...bearer, accept } }) };
  };

  it('a label is passed on as bytes, with a type that we choose', async () => {
    const { harness, answer } = request(() => pdf());
    const { headers, status } = await answer;
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="6900.pdf"',
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await (await answer).text()).toBe(bytes);
    expect(harness.calls[0]!.headers.get('accept')).toBe(PDF);
    expect(harness.calls[0]!.url).toBe(`${BASE}${LABEL.replace('/api/platform', '')}`);
  });

  it('a printer label is text in the printer’s language', async () => {
    const { headers } = await request(() => pdf('^XA^XZ', 'text/zpl'), 'text/zpl;dpi=203').answer;
    expect([headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      'text/zpl',
      'attachment; filename="6900.zpl"',
    ]);
  });

  it.each(['*/*', 'application/json', 'application/pdf', 'text/html', ''])(
    'the format %j is refused before the platform is asked',
    async (accept) => {
      const { harness, answer } = request(() => pdf(), accept);
      expect([(await answer).status, await errorOf(await answer)]).toEqual([406, 'invalid_request']);
      expect(harness.calls).toEqual([]);
    },
  );

  it.each([
    ['a page', () => answerHtml(200)],
    ['a page under its type', () => pdf('<script>alert(1)</script>')],
    ['another form', () => pdf('^XA^XZ', 'text/zpl')],
    ['nothing', () => pdf('')],
  ] as const)('a label that is %s becomes a 502', async (_, api) => {
    const answer = await request(api).answer;
    expect([answer.status, await errorOf(answer)]).toEqual([502, 'server_error']);
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  it.each([404, 406, 422])(
    'a label refused with %d keeps the status, not the platform’s text',
    async (status) => {
      const answer = await request(() => answerJson({ detail: 'as said' }, status)).answer;
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: 'platform_refused' });
    },
  );

  it('a label is read only by its tracking number', async () => {
    const { harness, answer } = request(() => pdf(), PDF, LABEL.replace('6900', 'a%22b'));
    expect((await answer).status).toBe(400);
    expect(harness.calls).toEqual([]);
  });
});
