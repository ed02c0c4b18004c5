import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  createPointLink,
  readPointChoice,
  readPointLink,
  writePointChoice,
  type PointLinkOptions,
} from '#platform/point-link.ts';
import { createReturnLink, readReturnLink } from '#platform/return-link.ts';
import { readWebhook } from '#platform/webhook.ts';

const SECRET = 'fern:a-secret-of-the-shop-0123456789abcdef';
/** The shop's next secret, while it is being replaced. */
const NEXT = 'fern:the-next-secret-of-the-shop-0123456789';
/** Another shop's. */
const OTHER = 'kiln:a-secret-of-another-shop-0123456789ab';
const OPTIONS: PointLinkOptions = {
  origin: 'https://points.example',
  secret: SECRET,
  id: 'order-7',
  orderNumber: 'FL-1042 ä',
  value: 'PL_WAW123A',
  position: { latitude: 52.2, longitude: 21 },
  reason: 'The shop there has closed.',
  country: ['PL'],
  type: 'APM',
  filter: { rules: [{ ids: ['PL_X'], reason: 'Not there.' }] },
  language: 'pl',
  returnTo: 'https://fern.example/orders/7/point?from=mail',
  expiresAt: new Date('2026-12-20T12:00:00Z'),
};
const ENDS_MS = OPTIONS.expiresAt.getTime();
const NOW_MS = ENDS_MS - 1;

/** The text after `#order=`. */
const makeLink = async (changes: Partial<PointLinkOptions> = {}) =>
  new URL(await createPointLink({ ...OPTIONS, ...changes })).hash.replace('#order=', '');
const readLink = (link: string, secrets = [SECRET], nowMs = NOW_MS) => readPointLink(link, secrets, nowMs);
const GRANT = { id: 'order-7', orderNumber: 'FL-1042' };
const makeResult = (secret = SECRET) => writePointChoice(GRANT, 'PL_KRA7', secret, NOW_MS);
const readResult = (result: string | null, secrets = [SECRET], nowMs = NOW_MS) =>
  readPointChoice(result, secrets, nowMs);
const hmac = (text: string) => createHmac('sha256', SECRET).update(text).digest('base64url');

describe('Point link', () => {
  it('its data is in the fragment, which reaches no server', async () => {
    const link = new URL(await createPointLink({ ...OPTIONS, origin: 'https://points.example/shop?x=1' }));
    expect([link.origin, link.pathname, link.search]).toEqual(['https://points.example', '/choose', '']);
    const { origin: _origin, secret, expiresAt: _expiresAt, ...granted } = OPTIONS;
    expect(await readLink(link.hash.replace('#order=', ''))).toEqual({
      grant: { shop: 'fern', ...granted, endsAt: ENDS_MS / 1000 },
      secret,
    });
  });

  it('an order by phone needs neither a point nor conditions', async () => {
    const { origin, secret, id, orderNumber, returnTo, expiresAt } = OPTIONS;
    const link = await createPointLink({ origin, secret, id, orderNumber, returnTo, expiresAt });
    expect(await readLink(link.split('#order=')[1]!)).toEqual({
      grant: { shop: 'fern', id, orderNumber, returnTo, endsAt: ENDS_MS / 1000 },
      secret,
    });
  });

  it('it is valid with any of the secrets and no other, until it expires', async () => {
    const link = await makeLink();
    expect(await readLink(link, [OTHER, NEXT, SECRET])).toMatchObject({ secret: SECRET });
    expect(await readLink(await makeLink({ secret: NEXT }), [SECRET, NEXT])).toMatchObject({ secret: NEXT });
    expect(await readLink(link, [OTHER, NEXT])).toBe('invalid');
    expect(await readLink(link, [])).toBe('invalid');
    expect(await readLink(link, [SECRET], ENDS_MS)).toBe('expired');
    // A forged link doesn't reveal that it would have expired.
    expect(await readLink(await makeLink({ secret: OTHER }), [SECRET], ENDS_MS)).toBe('invalid');
  });

  it('a shop’s secret signs for no other shop, whatever name the link has', async () => {
    const { origin: _origin, secret: _secret, expiresAt: _expiresAt, ...granted } = OPTIONS;
    for (const shop of ['kiln', '', undefined, 7]) {
      const json = JSON.stringify({ ...granted, shop, endsAt: ENDS_MS / 1000 });
      const payload = Buffer.from(json).toString('base64url');
      const link = `${payload}.${hmac(`droppoint-point-1.${payload}`)}`;
      expect(await readLink(link, [OTHER, SECRET])).toBe('invalid');
    }
  });

  it.each([
    ['link', makeLink, readLink],
    ['result', makeResult, readResult],
  ] as const)('a %s is invalid if any character was changed, removed or added', async (_, make, read) => {
    const text = await make();
    for (let at = 0; at < text.length; at++)
      for (const letter of ['A', 'w', '.', ''])
        if (text[at] !== letter)
          expect([at, letter, await read(text.slice(0, at) + letter + text.slice(at + 1))]).toEqual([
            ...[at, letter, 'invalid'],
          ]);
    // Other texts for the same bytes: the last character has two unused bits.
    for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      if (letter !== text.at(-1)) expect(await read(text.slice(0, -1) + letter)).toBe('invalid');
    for (const other of [`${text}A`, `A${text}`, ` ${text}`, `${text}\n`, `${text}=`, text.toLowerCase()])
      expect(await read(other)).toBe('invalid');
  });

  it.each(['', '.', 'a.b', 'a'.repeat(9_000), `${'a'.repeat(9_000)}.${'a'.repeat(43)}`, '\u{1f600}.'])(
    '%j is neither a link nor a result',
    async (text) => {
      expect([await readLink(text), await readResult(text)]).toEqual(['invalid', 'invalid']);
    },
  );

  // Proves: security/link-purposes.
  it('signatures for one purpose are of no use for another', async () => {
    const [link, result] = [await makeLink(), await makeResult()];
    const back = await createReturnLink({ ...OPTIONS, orderNumber: 'FL-1', countryCode: 'PL' });
    const returned = back.split('#return=')[1]!;
    expect(await readReturnLink(returned, [SECRET], NOW_MS)).toHaveProperty('grant');
    for (const text of [result, returned]) expect(await readLink(text)).toBe('invalid');
    for (const text of [link, returned]) expect(await readResult(text)).toBe('invalid');
    for (const text of [link, result]) expect(await readReturnLink(text, [SECRET], NOW_MS)).toBe('invalid');
    // The same payload signed without a purpose, or for the other one.
    for (const text of [link, result]) {
      const [payload] = text.split('.') as [string];
      const signed = (purpose: string) => `${payload}.${hmac(purpose + payload)}`;
      for (const purpose of ['', 'droppoint-return-1.', 'droppoint-point-1', 'droppoint-point-2.'])
        expect([await readLink(signed(purpose)), await readResult(signed(purpose))]).toEqual([
          'invalid',
          'invalid',
        ]);
    }
    // Data that would be both: only the purpose decides.
    const { origin: _origin, secret: _secret, expiresAt: _expiresAt, ...granted } = OPTIONS;
    const both = { ...granted, shop: 'fern', point: 'PL_1', chosenAt: '2026-12-20', endsAt: ENDS_MS / 1000 };
    const payload = Buffer.from(JSON.stringify(both)).toString('base64url');
    const [asLink, asResult] = ['droppoint-point-1.', 'droppoint-choice-1.'].map(
      (purpose) => `${payload}.${hmac(purpose + payload)}`,
    ) as [string, string];
    expect([await readLink(asLink), await readResult(asResult)]).toEqual([
      expect.objectContaining({ secret: SECRET }),
      expect.objectContaining({ point: 'PL_1' }),
    ]);
    expect([await readLink(asResult), await readResult(asLink)]).toEqual(['invalid', 'invalid']);
  });

  it('a link is no webhook, though the same secret signs notifications', async () => {
    const [payload = '', signature = ''] = (await makeLink()).split('.');
    const headers = {
      'x-droppoint-signature': signature,
      'x-droppoint-timestamp': 'droppoint-point-1',
    };
    for (const body of [payload, `droppoint-point-1.${payload}`])
      await expect(
        readWebhook({ headers, body }, { keys: { secret: SECRET }, maxAgeMs: Infinity }),
      ).rejects.toMatchObject({
        code: 'malformed',
      });
  });

  it.each(['{}', 'null', '{', '"a"', '{"shop":"fern","id":"a","orderNumber":"b","endsAt":9000000000}'])(
    'the signed text %s is not a link',
    async (json) => {
      const payload = Buffer.from(json).toString('base64url');
      expect(await readLink(`${payload}.${hmac(`droppoint-point-1.${payload}`)}`)).toBe('invalid');
    },
  );

  it.each<[Partial<PointLinkOptions>, RegExp]>([
    [{ secret: 'short' }, /32 characters/],
    [{ secret: undefined as never }, /32 characters/],
    [{ secret: 'a-secret-without-the-name-of-its-shop-0123' }, /like fern:/],
    [{ secret: 'fern:0123456789-too-short-0123456' }, /like fern:/],
    [{ id: '' }, /id/],
    [{ id: 'a b' }, /id/],
    [{ id: 'x'.repeat(65) }, /id/],
    [{ orderNumber: '' }, /orderNumber/],
    [{ value: '' }, /value/],
    [{ position: { latitude: 91, longitude: 0 } }, /latitude/],
    [{ reason: 'x'.repeat(301) }, /reason/],
    [{ language: 'polski język' }, /language/],
    [{ expiresAt: new Date(NaN) }, /endsAt/],
    [{ origin: 'points.example' }, /Invalid URL/],
    [{ filter: { rules: ['x'.repeat(5_000)] } }, /more than 6000/],
  ])('it isn’t created with %j', async (changes, message) => {
    await expect(createPointLink({ ...OPTIONS, ...changes })).rejects.toThrow(message);
  });

  it.each([
    'http://fern.example/point',
    'https://fern.example/point#there',
    'https://ida@fern.example/point',
    'https://ida:x@fern.example/point',
    'https://fern.example/point?result=x',
    'https://10.0.0.1/point',
    'https://167772161/point',
    'https://[2001:db8::1]/point',
    'https://[::1]:8443/point?result=',
    'ftp://fern.example/point',
    'javascript:alert(1)',
    'data:text/html,x',
    'myshop://point',
    '//fern.example/point',
    '/point',
    'fern.example',
    '',
    `https://fern.example/${'x'.repeat(1_000)}`,
  ])('%s is no address to return to, nor to notify', async (address) => {
    await expect(makeLink({ returnTo: address })).rejects.toThrow(/returnTo/);
    await expect(makeLink({ notify: address })).rejects.toThrow(/notify/);
  });

  it.each([
    ['https://fern.example', 'https://fern.example/'],
    ['HTTPS://Fern.example:443/a/../b', 'https://fern.example/b'],
    ['https:\\\\fern.example\\point', 'https://fern.example/point'],
    ['https://fern.exa\tmple/point', 'https://fern.example/point'],
    ['https://kąty.example/', 'https://xn--kty-ipa.example/'],
    ['http://127.0.0.1:3005/orders/7', 'http://127.0.0.1:3005/orders/7'],
    ['http://localhost:3005/', 'http://localhost:3005/'],
  ])('%s is signed as browsers read it', async (returnTo, href) => {
    expect(await readLink(await makeLink({ returnTo }))).toMatchObject({ grant: { returnTo: href } });
  });

  it('an address in another spelling is refused even if it is signed', async () => {
    const { origin: _origin, secret: _secret, expiresAt: _expiresAt, ...granted } = OPTIONS;
    for (const returnTo of [
      'https:\\\\fern.example\\point',
      'https://Fern.example/',
      'javascript:alert(1)',
    ]) {
      const json = JSON.stringify({ ...granted, shop: 'fern', returnTo, endsAt: ENDS_MS / 1000 });
      const payload = Buffer.from(json).toString('base64url');
      expect(await readLink(`${payload}.${hmac(`droppoint-point-1.${payload}`)}`)).toBe('invalid');
    }
  });
});

describe('Result of a point link', () => {
  it('it says which point was chosen for which order, and when', async () => {
    expect(await readResult(await makeResult())).toEqual({
      ...{ id: 'order-7', orderNumber: 'FL-1042', point: 'PL_KRA7' },
      ...{ chosenAt: '2026-12-20T11:59:59.999Z', endsAt: ENDS_MS / 1000 - 1 + 600 },
    });
  });

  it('it is read with any of the shop’s secrets, for ten minutes', async () => {
    const result = await makeResult();
    expect(await readResult(result, [NEXT, SECRET])).toHaveProperty('point', 'PL_KRA7');
    expect(await readResult(result, [OTHER])).toBe('invalid');
    expect(await readResult(result, [SECRET], NOW_MS + 599_000)).toHaveProperty('point');
    expect(await readResult(result, [SECRET], NOW_MS + 600_000)).toBe('expired');
  });

  it('sent again, it is the same choice with the same time, so the newest can win', async () => {
    const result = await makeResult();
    const later = await writePointChoice(GRANT, 'PL_KRA8', SECRET, NOW_MS + 1);
    const [first, again, newer] = await Promise.all([result, result, later].map((each) => readResult(each)));
    expect(again).toEqual(first);
    expect((newer as { chosenAt: string }).chosenAt > (first as { chosenAt: string }).chosenAt).toBe(true);
  });

  it('a missing parameter is invalid, a missing secret is the shop’s mistake', async () => {
    expect(await readResult(null)).toBe('invalid');
    expect(await readPointChoice(undefined, [SECRET])).toBe('invalid');
    for (const secrets of [[], [undefined], ['short'], [SECRET.slice(5)], SECRET] as never[])
      await expect(readPointChoice(await makeResult(), secrets)).rejects.toThrow(TypeError);
  });
});
