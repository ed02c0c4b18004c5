import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createReturnLink } from '#platform/return-link.ts';
import { createdReturnSchema } from '../../../functions/returns/created-return.ts';
import { createOwnReturns } from '../../../functions/returns/created-returns.ts';
import { startCarrier } from '../../sandbox/carrier-client.ts';
import { settingsOf, switchFaults } from '../../sandbox/sandbox-client.ts';
import { OWN_PAGE, startHarness } from '../harness.ts';

/** The function accepts the sandbox's secret only on this machine. */
const ORIGIN = 'http://localhost:3000';
const FROM_PAGE = { ...OWN_PAGE, origin: ORIGIN };
const SECRET = 'a-secret-of-the-shops-0123456789abcdef';
const SENDER = { firstName: 'Oskar', lastName: 'Lis', email: 'oskar@mail.example', phone: '+48500000202' };

const carrier = await startCarrier();
afterAll(() => carrier.close());
beforeEach(async () => {
  await switchFaults(carrier.sandbox, []);
  await carrier.control('DELETE', 'requests');
});

/** The function against the sandbox. Several share `returns`, as nodes do with a Redis. */
function start(changes: Record<string, string> = {}, returns = createOwnReturns()) {
  /** Bodies of the returns sent to the platform. */
  const sent: unknown[] = [];
  const { request, logs } = startHarness({
    environment: {
      ...settingsOf(carrier.sandbox.addresses),
      APP_ORIGIN: ORIGIN,
      ...{ PLATFORM_ORGANIZATION_ID: 'org-1', RETURN_LINK_SECRETS: SECRET, ...changes },
    },
    fetch: (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname.startsWith('/returns/') && init?.method === 'POST')
        sent.push(JSON.parse(init.body as string));
      return fetch(input, init);
    },
    now: Date.now,
    returns,
  });
  const sendTo = (path: string, body: unknown, headers: Record<string, string>) =>
    request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const send = (body: unknown, headers: Record<string, string> = FROM_PAGE) =>
    sendTo('/api/returns', body, headers);
  const label = (body: unknown) => sendTo('/api/returns/label', body, FROM_PAGE);
  const refusalOf = async (body: unknown) => {
    const answer = await send(body);
    const { error, message } = (await answer.json()) as Record<string, string>;
    return [answer.status, error, message];
  };
  const create = async (body: unknown) => createdReturnSchema.parse(await (await send(body)).json());
  return { send, label, create, refusalOf, logs, sent };
}

/** The text after `#return=`. */
const tokenOf = (link: string) => new URL(link).hash.replace('#return=', '');

async function makeLink(changes: object = {}): Promise<string> {
  const link = await createReturnLink({
    ...{ origin: ORIGIN, secret: SECRET, orderNumber: 'FL-1042', countryCode: 'PL' },
    expiresAt: new Date(Date.now() + 3_600_000),
    ...changes,
  });
  return tokenOf(link);
}

async function countCreated(): Promise<number> {
  const { counts } = (await carrier.control('GET', 'requests')) as unknown as {
    counts: Record<string, number>;
  };
  return counts['api returns'] ?? 0;
}

describe('Return by a shop’s link, against the sandbox platform', () => {
  it('a return is created, with what the customer needs to hand in the parcel', async () => {
    const { create, sent } = start();
    const created = await create({ link: await makeLink(), sender: SENDER });
    expect(sent).toEqual([
      {
        sender: SENDER,
        origin: { countryCode: 'PL' },
        enableDropOffCode: true,
        references: { orderNumber: 'FL-1042' },
      },
    ]);
    expect(created).toEqual({
      orderNumber: 'FL-1042',
      trackingNumber: expect.stringMatching(/^\d{24}$/) as string,
      dropOffCode: expect.stringMatching(/^\d{9}$/) as string,
      expiresAt: expect.stringMatching(/^\d{4}-/) as string,
    });
    expect((await carrier.track(created.trackingNumber!)).parcels[0]).toMatchObject({
      shipment: { type: 'RETURN' },
    });
  });

  it('a return is created once, however often and at however many nodes the link is used', async () => {
    const returns = createOwnReturns();
    const nodes = [start({}, returns), start({}, returns)];
    const link = await makeLink();
    const body = { link, sender: SENDER };
    const created = await Promise.all(Array.from({ length: 20 }, (_, at) => nodes[at % 2]!.create(body)));
    expect(new Set(created.map((each) => JSON.stringify(each))).size).toBe(1);
    // Used again by another person, and by a page that is reloaded.
    const other = { ...SENDER, email: 'eve@evil.example' };
    for (const later of [body, { link, sender: other }, { link }])
      expect(await nodes[0]!.create(later)).toEqual(created[0]);
    expect(await countCreated()).toBe(1);
    // Another link of the same order is for another return; a link with the same id is for the same
    // return.
    expect((await nodes[0]!.create({ link: await makeLink(), sender: SENDER })).dropOffCode).not.toBe(
      created[0]!.dropOffCode,
    );
    const ids = [await makeLink({ id: 'FL-1' }), await makeLink({ id: 'FL-1', orderNumber: 'FL-2' })];
    const [first, second] = [
      await nodes[0]!.create({ link: ids[0], sender: SENDER }),
      await nodes[0]!.create({ link: ids[1] }),
    ];
    expect(second).toEqual(first);
    expect(await countCreated()).toBe(3);
  });

  // Proves: security/verified-link.
  it('a link that was changed, has expired or belongs to another shop creates no return', async () => {
    const { refusalOf } = start();
    const link = await makeLink();
    const changed = `${link.slice(0, 10)}${link[10] === 'A' ? 'B' : 'A'}${link.slice(11)}`;
    const other = await makeLink({ secret: 'another-secret-0123456789abcdef-0123' });
    for (const wrong of [changed, other, link.slice(0, -1), `${link}A`, '', 'a.b'])
      expect(await refusalOf({ link: wrong, sender: SENDER })).toEqual([
        403,
        'link_invalid',
        expect.stringContaining('link'),
      ]);
    const expired = await makeLink({ expiresAt: new Date(Date.now() - 1_000) });
    expect(await refusalOf({ link: expired, sender: SENDER })).toEqual([
      410,
      'link_expired',
      expect.stringContaining('ask the shop'),
    ]);
    expect(await countCreated()).toBe(0);
  });

  // Proves: security/links-apart.
  it('returns of two shops with the same id are separate, even while a secret is being replaced', async () => {
    const [OTHER, NEW] = ['another-secret-0123456789abcdef-0123', 'the-new-secret-0123456789abcdef-01234'];
    const returns = createOwnReturns();
    const { create, label } = start({ RETURN_LINK_SECRETS: `${SECRET} ${OTHER}` }, returns);
    const link = await makeLink({ id: '1001' });
    const others = await makeLink({ id: '1001', secret: OTHER, orderNumber: 'B-1001' });
    const created = await create({ link, sender: SENDER });
    expect(await create({ link: others })).toEqual({
      ...{ orderNumber: 'B-1001', trackingNumber: null, dropOffCode: null, expiresAt: null },
    });
    expect((await label({ link: others })).status).toBe(404);
    const theirs = await create({ link: others, sender: SENDER });
    expect(theirs).toMatchObject({ orderNumber: 'B-1001' });
    expect(theirs.dropOffCode).not.toBe(created.dropOffCode);
    expect(await countCreated()).toBe(2);
    const replaced = start({ RETURN_LINK_SECRETS: `${NEW} ${SECRET} ${OTHER}` }, returns);
    expect(await replaced.create({ link, sender: SENDER })).toEqual(created);
    expect(await countCreated()).toBe(2);
  });

  // Proves: security/opened-link.
  it('opening a link, or sending no sender or a rejected one, creates no return, and the sender can be corrected', async () => {
    const { send, refusalOf, create } = start();
    const link = await makeLink();
    const opened = await send({ link });
    expect([opened.status, await opened.json()]).toEqual([
      200,
      {
        orderNumber: 'FL-1042',
        countryCode: 'PL',
        isCreated: false,
        trackingNumber: null,
        dropOffCode: null,
        expiresAt: null,
      },
    ]);
    expect(await refusalOf({ link, sender: { ...SENDER, phone: 'none' } })).toEqual([
      ...[400, 'invalid_request', 'The platform rejected the return: sender.phone (invalid).'],
    ]);
    expect(await countCreated()).toBe(0);
    expect(await create({ link, sender: SENDER })).toMatchObject({ orderNumber: 'FL-1042' });
  });

  it.each([
    ['{', 'The body must be a JSON object'],
    ['[]', 'The body is missing, or has another type'],
    ['{"sender":{}}', 'link is missing'],
    ['{"link":5}', 'link is missing, or has another type'],
    ['{"link":"a.b","sender":5}', 'sender is missing, or has another type'],
    ['{"link":"a.b","sender":{"email":"a@b.example"}}', 'sender.phone is missing'],
  ])('the body %s creates no return, and the message names the field', async (body, named) => {
    expect(await start().refusalOf(body)).toEqual([400, 'invalid_request', expect.stringContaining(named)]);
  });

  it('a return whose answer was lost isn’t created again, and the answer says so', async () => {
    const { send, refusalOf, create } = start();
    const body = { link: await makeLink(), sender: SENDER };
    await switchFaults(carrier.sandbox, [{ kind: 'truncate', routes: ['returns'] }]);
    expect((await send(body)).status).toBe(502);
    await switchFaults(carrier.sandbox, []);
    for (const again of [body, { link: body.link }])
      expect(await refusalOf(again)).toEqual([
        409,
        'return_unknown',
        expect.stringContaining('ask the shop'),
      ]);
    expect(await countCreated()).toBe(1);
    expect(await create({ link: await makeLink(), sender: SENDER })).toMatchObject({
      orderNumber: 'FL-1042',
    });
  });

  it('a return that the platform temporarily refuses can be created later', async () => {
    const { send, create } = start();
    const body = { link: await makeLink(), sender: SENDER };
    await switchFaults(carrier.sandbox, [
      { kind: 'answer', status: 429, headers: { 'Retry-After': '7' }, routes: ['returns'] },
    ]);
    const refused = await send(body);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '7']);
    await switchFaults(carrier.sandbox, []);
    expect(await create(body)).toMatchObject({ orderNumber: 'FL-1042' });
  });

  it('no return is created if returns aren’t set up or the platform doesn’t grant them', async () => {
    const body = { link: await makeLink(), sender: SENDER };
    const none = start({ PLATFORM_ORGANIZATION_ID: '', RETURN_LINK_SECRETS: '' });
    expect(await none.refusalOf(body)).toEqual([
      503,
      'returns_not_set_up',
      expect.stringContaining('RETURN_LINK_SECRETS'),
    ]);
    await switchFaults(carrier.sandbox, [{ kind: 'token-answer', overrides: { scope: 'api:points:read' } }]);
    expect(await start().refusalOf(body)).toEqual([
      503,
      'returns_not_granted',
      expect.stringContaining('api:returns:write'),
    ]);
  });

  // RFC 10017 §6.1.3.3.
  it('pages of other sites can’t create a return', async () => {
    const { send } = start();
    const body = { link: await makeLink(), sender: SENDER };
    for (const headers of [
      {},
      { ...FROM_PAGE, origin: 'https://evil.example' },
      { ...FROM_PAGE, 'sec-fetch-site': 'cross-site' },
    ])
      expect((await send(body, headers)).status).toBe(403);
    expect(await countCreated()).toBe(0);
  });

  it('requests during the creation of a return wait for it', async () => {
    const { create } = start();
    const link = await makeLink();
    await switchFaults(carrier.sandbox, [{ kind: 'latency', milliseconds: 400, routes: ['returns'] }]);
    const creating = create({ link, sender: SENDER });
    await expect.poll(countCreated).toBe(1);
    expect(await create({ link })).toEqual(await creating);
  });

  it('the label of a return is a file, and available only by its own link', async () => {
    const { send, label } = start();
    const link = await makeLink();
    expect((await label({ link })).status).toBe(404);
    await send({ link, sender: SENDER });
    const answer = await label({ link });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="return.pdf"');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect(new TextDecoder().decode(bytes.subarray(0, 5))).toBe('%PDF-');
    expect((await label({ link: await makeLink() })).status).toBe(404);
    expect((await label({ link: `${link}x` })).status).toBe(403);
    await switchFaults(carrier.sandbox, [{ kind: 'answer', status: 406, routes: ['returns'] }]);
    expect(await (await label({ link })).json()).toMatchObject({ error: 'no_label' });
    await switchFaults(carrier.sandbox, [{ kind: 'answer', status: 200, as: 'html', routes: ['returns'] }]);
    expect((await label({ link })).status).toBe(502);
  });

  // Proves: security/returns-unlogged.
  it('the log has nothing of the link, the order or the person', async () => {
    const { send, logs } = start();
    const link = await makeLink();
    await send({ link, sender: { ...SENDER, phone: 'none' } });
    await send({ link, sender: SENDER });
    await send({ link: `${link}x`, sender: SENDER });
    expect(logs.map(({ status }) => status)).toEqual([400, 200, 403]);
    expect(JSON.stringify(logs)).not.toMatch(
      new RegExp(`FL-1042|Oskar|mail\\.example|500000202|${link}|690000`),
    );
  });
});

it('only the latest 10,000 returns are remembered', async () => {
  const returns = createOwnReturns();
  const keyOf = (at: number) => ({ name: String(at), bytes: new Uint8Array(32) });
  for (let at = 0; at <= 10_000; at++) await returns.claim(keyOf(at), 0);
  expect(await returns.find(keyOf(0))).toBeNull();
  expect([await returns.find(keyOf(1)), await returns.find(keyOf(10_000))]).toEqual(['open', 'open']);
});
