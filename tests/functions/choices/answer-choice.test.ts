import { describe, expect, it } from 'vitest';
import { createPointLink, readPointChoice, type PointLinkOptions } from '#platform/point-link.ts';
import { readWebhook } from '#platform/webhook.ts';
import { pointOrderSchema } from '#contract/point-order.ts';
import { makeGrid } from '../../unit/network/open-test-snapshot.ts';
import { publish } from '../../unit/network/publish-in-memory.ts';
import { answerHtml, answerJson, ORIGIN, type HarnessOptions } from '../harness.ts';
import { DAY_MS, startPublished } from '../start-published.ts';

const SECRET = 'fern:canary-secret-of-fern-0123456789abcdef';
const NEXT = 'fern:canary-next-secret-0123456789abcdef-01';
const OTHER = 'kiln:canary-secret-of-kiln-0123456789abcdef';

const PUBLISHED = await publish(
  makeGrid(4).map((item, at) => ({
    ...item,
    ...[{}, { type: 'PUDO' }, { type: 'APM' }, { type: 'APM' }][at % 4],
    country: 'PL',
  })),
);

function start({ environment, ...options }: HarnessOptions = {}) {
  const { harness, state } = startPublished(PUBLISHED, 'edge', {
    environment: { POINT_LINK_SECRETS: `${OTHER} ${SECRET}`, ...environment },
    ...options,
  });
  const { request, clock } = harness;
  const makeLink = async (changes: Partial<PointLinkOptions> = {}) => {
    const link = await createPointLink({
      ...{ origin: ORIGIN, secret: SECRET, id: 'order-7', orderNumber: 'canary-FL-1042', value: 'PL_0' },
      returnTo: 'https://fern.example/orders/7/point?from=a%20b',
      expiresAt: new Date(clock.nowMs + DAY_MS),
      ...changes,
    });
    return new URL(link).hash.replace('#order=', '');
  };
  const send = (body: object, headers: Record<string, string> = {}) =>
    request('/api/point-choices', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const choose = async (body: object) => pointOrderSchema.parse(await (await send(body)).json());
  const refusalOf = async (body: object) => {
    const answer = await send(body);
    return [answer.status, ((await answer.json()) as { error?: string }).error];
  };
  const readResult = (result: string | null, secrets = [SECRET]) =>
    readPointChoice(result, secrets, clock.nowMs);
  return { ...harness, state, makeLink, send, choose, refusalOf, readResult };
}

describe('An order that a shop’s link names', () => {
  it('is told with its point and the signed conditions, and nothing is chosen', async () => {
    const { makeLink, choose, calls } = start();
    const link = await makeLink({
      ...{ country: 'PL', type: ['APM', 'PUDO'], excludeIds: ['PL_9'], reason: 'Because.' },
      filter: { rules: [{ ids: ['PL_3'], reason: 'Not there.' }] },
      language: 'pl',
      notify: 'https://fern.example/chosen',
    });
    expect(await choose({ link })).toMatchObject({
      ...{ orderNumber: 'canary-FL-1042', language: 'pl', reason: 'Because.', result: null, shop: null },
      point: { id: 'PL_0', status: 'exists', isValid: true, summary: { id: 'PL_0' } },
      position: makeGrid(1)[0]!.coordinates,
      conditions: { country: ['PL'], type: ['APM', 'PUDO'], locationType: [], excludeIds: ['PL_9'] },
      returnTo: 'https://fern.example/orders/7/point?from=a%20b',
    });
    expect(calls).toEqual([]);
  });

  it('a closed point is gone, and the others are near its last position', async () => {
    const { makeLink, choose } = start();
    const position = { latitude: 52, longitude: 21 };
    expect(await choose({ link: await makeLink({ value: 'PL_X', position }), language: 'de' })).toMatchObject(
      {
        point: {
          ...{ id: 'PL_X', status: 'gone', isValid: false },
          errors: [{ code: 'gone', text: 'Diese Abholstelle ist nicht mehr verfügbar.' }],
        },
        position,
      },
    );
    expect(await choose({ link: await makeLink({ value: undefined }) })).toMatchObject({
      ...{ point: null, position: null },
    });
  });
});

describe('Choosing the point of an order', () => {
  it('gives the shop a signed result, at the address that it has signed', async () => {
    const { makeLink, choose, readResult, clock } = start();
    const { returnTo, result, point } = await choose({ link: await makeLink(), point: 'PL_2' });
    expect(point).toMatchObject({ id: 'PL_2', status: 'exists' });
    expect(returnTo).toBe(`https://fern.example/orders/7/point?from=a%20b&result=${result}`);
    expect(await readResult(new URL(returnTo).searchParams.get('result'))).toEqual({
      ...{ id: 'order-7', orderNumber: 'canary-FL-1042', point: 'PL_2' },
      ...{
        chosenAt: new Date(clock.nowMs).toISOString(),
        endsAt: Math.floor(clock.nowMs / 1000) + 600,
      },
    });
    const plain = await choose({ link: await makeLink({ returnTo: 'https://f.example' }), point: 'PL_2' });
    expect(plain.returnTo).toBe(`https://f.example/?result=${plain.result}`);
  });

  // Proves: security/choices-apart.
  it('links and results of one shop are of no use to another, and a secret is replaced without a gap', async () => {
    const { makeLink, choose, refusalOf, readResult } = start({
      environment: { POINT_LINK_SECRETS: `${OTHER} ${SECRET} ${NEXT}` },
    });
    for (const secret of [SECRET, NEXT]) {
      const { result } = await choose({ link: await makeLink({ secret }), point: 'PL_2' });
      expect(await readResult(result, [SECRET, NEXT])).toMatchObject({ point: 'PL_2' });
      expect(await readResult(result, [OTHER])).toBe('invalid');
    }
    const before = start();
    expect(await before.refusalOf({ link: await makeLink({ secret: NEXT }) })).toEqual([403, 'link_invalid']);
    const { result } = await choose({ link: await makeLink(), point: 'PL_2' });
    expect(await refusalOf({ link: result, point: 'PL_2' })).toEqual([403, 'link_invalid']);
    expect(await readResult(await makeLink())).toBe('invalid');
  });

  // Proves: security/choice-within-conditions.
  it.each<[Partial<PointLinkOptions>, string, string | RegExp]>([
    [{ country: 'CZ' }, 'PL_2', /country is PL/],
    [{ type: ['APM'] }, 'PL_1', /type is PUDO/],
    [{ excludeIds: ['PL_2'] }, 'PL_2', 'The point is excluded.'],
    [{ filter: { rules: [{ ids: ['PL_2'], reason: 'Too far.' }] } }, 'PL_2', 'Too far.'],
    [{}, 'PL_X', /no longer exists|no point/],
    [{}, 'pl_2', /Did you mean PL_2/],
    [{ language: 'pl', filter: { rules: [{ reason: 'Nie.' }] } }, 'PL_2', 'Nie.'],
  ])('with %j nothing is signed for %s', async (changes, point, message) => {
    const { makeLink, send, calls } = start();
    const answer = await send({
      ...{ link: await makeLink({ notify: 'https://f.example/', ...changes }), point },
    });
    const body = (await answer.json()) as { error: string; message: string };
    expect([answer.status, body.error, calls]).toEqual([409, 'point_refused', []]);
    expect(body.message).toMatch(message);
  });

  it('the reason is in the language of the request or the link', async () => {
    const { makeLink, send } = start();
    const messageOf = async (body: object) =>
      ((await (await send(body)).json()) as { message: string }).message;
    const link = await makeLink({ language: 'pl' });
    const polish = await messageOf({ link, point: 'PL_X' });
    const german = await messageOf({ link, point: 'PL_X', language: 'de' });
    expect(polish).toMatch(/punkt/i);
    expect(german).toMatch(/Abholstelle/);
    expect(polish).not.toBe(german);
  });

  it('nothing is signed that can’t be checked: the shopper may try again later', async () => {
    const { makeLink, refusalOf, choose, clock } = start();
    const link = await makeLink({ expiresAt: new Date(clock.nowMs + 30 * DAY_MS) });
    clock.nowMs += 9 * DAY_MS;
    expect(await refusalOf({ link, point: 'PL_2' })).toEqual([503, 'point_unchecked']);
    expect(await choose({ link })).toMatchObject({ point: { status: 'unknown', isValid: true } });
    const broken = start();
    broken.state.broken = true;
    expect(await broken.refusalOf({ link: await broken.makeLink(), point: 'PL_2' })).toEqual([
      ...[503, 'point_unchecked'],
    ]);
  });

  it.each<[string, (started: ReturnType<typeof start>) => Promise<object>, unknown[]]>([
    ['a forged link', async ({ makeLink }) => ({ link: `${await makeLink()}x` }), [403, 'link_invalid']],
    [
      'an expired link',
      async ({ makeLink, clock }) => ({ link: await makeLink({ expiresAt: new Date(clock.nowMs) }) }),
      [410, 'link_expired'],
    ],
    ['no link', () => Promise.resolve({ point: 'PL_2' }), [400, 'invalid_request']],
    [
      'a line break in the id',
      async ({ makeLink }) => ({ link: await makeLink(), point: 'PL_2\n' }),
      [400, 'invalid_request'],
    ],
    [
      'a country that is no code',
      async ({ makeLink }) => ({ link: await makeLink({ country: 'Atlantis' }) }),
      [400, 'invalid_request'],
    ],
  ])('%s is refused', async (_, make, refusal) => {
    const started = start();
    expect(await started.refusalOf(await make(started))).toEqual(refusal);
  });

  it('without secrets it isn’t set up', async () => {
    const { makeLink, refusalOf } = start({ environment: { POINT_LINK_SECRETS: '' } });
    expect(await refusalOf({ link: await makeLink() })).toEqual([503, 'choices_not_set_up']);
  });

  it('servers and apps may choose, pages of other sites may not', async () => {
    const { makeLink, send, request } = start();
    const body = { link: await makeLink(), point: 'PL_2' };
    expect((await send(body)).status).toBe(200);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await send(body, foreign)).headers.get('access-control-allow-origin')).toBeNull();
    const preflight = await request('/api/point-choices', {
      method: 'OPTIONS',
      headers: { ...foreign, 'access-control-request-method': 'POST' },
    });
    expect(preflight.status).toBe(405);
  });

  // Proves: security/choices-unlogged.
  it('neither order, point nor link is logged', async () => {
    const { makeLink, choose, refusalOf, logs } = start({ api: [() => answerJson({ message: 'canary-m' })] });
    const link = await makeLink({ notify: 'https://canary.example/' });
    await choose({ link, point: 'PL_2' });
    await choose({ link });
    await refusalOf({ link: `${link}x` });
    const text = JSON.stringify(logs);
    for (const secret of ['canary', 'PL_2', 'order-7', link.slice(0, 20)]) expect(text).not.toContain(secret);
    expect(logs.map(({ outcome, error }) => outcome ?? error)).toEqual([
      { choice_notified: 1, choice_made: 1 },
      { choice_read: 1 },
      'link_invalid',
    ]);
  });
});

describe('Notifying the shop', () => {
  const NOTIFY = 'https://fern.example/webhooks/points';

  it('the shop reads the choice as a webhook, and its sentence is told', async () => {
    const { makeLink, choose, calls, readResult, clock } = start({
      api: [() => answerJson({ message: ' We will send it there. ' })],
    });
    const { shop, result } = await choose({ link: await makeLink({ notify: NOTIFY }), point: 'PL_2' });
    expect(shop).toEqual({ isAccepted: true, message: 'We will send it there.' });
    const [call] = calls;
    expect([calls.length, call!.url, call!.method, call!.redirect]).toEqual([1, NOTIFY, 'POST', 'manual']);
    for (const signed of ['timestamped', 'either'] as const) {
      const options = { keys: [{ secret: OTHER }, { secret: SECRET }], signed, now: () => clock.nowMs };
      const event = await readWebhook({ headers: call!.headers, body: call!.body }, options);
      expect(event).toMatchObject({
        eventId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        ...{ eventCode: 'point_chosen', customerReference: 'canary-FL-1042', result },
        timestamp: new Date(clock.nowMs).toISOString(),
      });
      expect(await readResult(event['result'] as string)).toMatchObject({ id: 'order-7', point: 'PL_2' });
    }
    const changed = {
      headers: call!.headers,
      body: call!.body.replace('PL', 'DE').replace('canary', 'other'),
    };
    await expect(readWebhook(changed, { keys: { secret: SECRET } })).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it.each<[string, () => Response | Error, unknown]>([
    ['accepts it without a sentence', () => new Response(null, { status: 204 }), [true, null]],
    ['has sent the parcel', () => answerJson({ message: 'Sent.' }, 409), [false, 'Sent.']],
    ['answers with a page', () => answerHtml(200), [true, null]],
    ['says too much', () => answerJson({ message: 'x'.repeat(400) }), [true, 'x'.repeat(300)]],
    ['answers another type', () => answerJson({ message: { a: 1 } }), [true, null]],
    ['fails', () => answerHtml(500), null],
    ['has no such page', () => answerHtml(404), null],
    [
      'redirects',
      () => new Response(null, { status: 302, headers: { location: 'https://b.example' } }),
      null,
    ],
    ['sends too many bytes', () => answerJson({ message: 'x'.repeat(5_000) }), null],
    ['is away', () => new Error('refused'), null],
  ])('if the shop %s, the choice is still in the customer’s hands', async (_, api, expected) => {
    const { makeLink, choose, calls } = start({ api: [api] });
    const { shop, result } = await choose({ link: await makeLink({ notify: NOTIFY }), point: 'PL_2' });
    expect(shop && [shop.isAccepted, shop.message]).toEqual(expected);
    expect(result).toEqual(expect.any(String));
    expect(calls).toHaveLength(1);
  });

  it('a shop can’t make another machine’s Droppoint call itself', async () => {
    const { makeLink, choose, calls } = start();
    for (const notify of [
      ...['http://127.0.0.1:6379/', 'http://localhost/', 'https://127.0.0.1/'],
      ...['https://localhost./', 'https://redis.localhost/', 'https://redis.localhost.:6379/'],
    ])
      expect(await choose({ link: await makeLink({ notify }), point: 'PL_2' })).toMatchObject({ shop: null });
    expect(calls).toEqual([]);
  });
});
