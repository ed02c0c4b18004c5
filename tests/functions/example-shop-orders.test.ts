import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readPointLink, writePointChoice, type PointGrant } from '#platform/point-link.ts';
import { readOrder } from '../../examples/shop/read-order.mjs';
import { end, startProgram, waitUntilReady } from '../processes.ts';
import { PUSHES } from '../unit/shop-engine/cases.ts';
import { startCarrier } from '../sandbox/carrier-client.ts';
import { countParcels } from '../sandbox/count-parcels.ts';
import { settingsOf, switchFaults } from '../sandbox/sandbox-client.ts';
import { findFreePort } from './find-free-port.ts';
import { answerJson, answerToken } from './harness.ts';
import { publishSandbox } from './publish-sandbox.ts';
import { serveNetwork } from './serve-network.ts';

/**
 * The example shop as used by a browser without scripts, with forms and pages, and the carrier's
 * webhooks.
 */
const WEBHOOK_SECRET = 'canary-secret-of-webhooks-0123456789';
const POINT_SECRET = 'kiln:canary-secret-of-point-links-0123456789';
const CZESTOCHOWA = { latitude: 50.802, longitude: 19.1158 };
const PERSON = { name: 'Ada <b>Lovelace</b>', email: 'ada@example.com', phone: '+48 500 000 202' };
const TRACKING_NUMBER = /Tracking number <strong>(\d{24})</;

/** The parcels whose events Droppoint reads at its platform. */
const tracked = new Set<{ trackingNumber: string; events: object[] }>();
const carrier = await startCarrier({ SANDBOX_POINTS: '150' });
const droppoint = await serveNetwork(
  await publishSandbox(carrier, 150, {
    places: [{ name: 'Częstochowa', kind: 'city', count: 1, country: 'PL', ...CZESTOCHOWA }],
    pointsInBlock: 64,
    rowsInPage: 64,
  }),
  {
    token: [() => answerToken({ scope: 'api:tracking:read' })],
    api: [() => answerJson({ parcels: [...tracked] })],
  },
);
const shop = await startShop();
afterAll(() => Promise.all([shop.close(), droppoint.close(), carrier.close()]));
beforeEach(() => switchFaults(carrier.sandbox, []));

async function startShop() {
  const port = String(await findFreePort());
  const origin = `http://127.0.0.1:${port}`;
  const child = startProgram(['--import', 'tsx', 'examples/shop/server.mjs'], {
    ...settingsOf(carrier.sandbox.addresses),
    PLATFORM_ORGANIZATION_ID: 'org-1',
    DROPPOINT_ORIGIN: droppoint.origin,
    SHOP_PORT: port,
    SHOP_ORIGIN: origin,
    SHOP_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SHOP_POINT_SECRET: POINT_SECRET,
    TSX_TSCONFIG_PATH: 'examples/tsconfig.json',
  });
  await waitUntilReady(origin, child);
  return { origin, close: () => end(child, 'SIGKILL') };
}

interface Page {
  status: number;
  url: string;
  text: string;
}

/** Opens a page, or sends a form and follows where it leads. */
async function visit(path: string, form?: Record<string, string>, headers = {}): Promise<Page> {
  const body = form && new URLSearchParams(form);
  const answer = await fetch(new URL(path, shop.origin), { headers, ...(body && { method: 'POST', body }) });
  return { status: answer.status, url: answer.url, text: await answer.text() };
}

const find = (pattern: RegExp, { text }: Page) => pattern.exec(text)?.[1] ?? '';
const orderOf = (page: Page) => find(/number <strong>(K[\d-]{14})</, page);
const stateOf = async ({ url }: Page) => find(/id="state">([^<]+)</, await visit(url));
const badgeOf = async (admin: string) => find(/class="badge">([^<]+)</, await visit(admin));
/** Points with a button that chooses them instead. */
const offersOf = ({ text }: Page) =>
  [...text.matchAll(/name="instead"\s+value="([^"]+)"/g)].map(([, id]) => id!);

/** Places an order. @returns the customer's page, and the address of the staff's */
async function order(pointId: string) {
  const page = await visit('/orders', { ...PERSON, delivery: 'point', pickup_point: pointId });
  return { page, admin: `/admin/orders/${orderOf(page)}` };
}

describe('Example shop: checkout without scripts', () => {
  it('a typed point number is accepted, and the page says where the order goes', async () => {
    const { page } = await order(carrier.locker.id);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Thank you, Ada &lt;b&gt;Lovelace&lt;/b&gt;');
    expect(page.text).toContain(`<span id="point-id">${carrier.locker.id}</span>`);
    expect(find(/id="point">([^<]+)</, page)).toMatch(/, /);
    expect(page.text).not.toContain('We couldn’t check');
  });

  it('for a closed point the nearest ones are offered; the form stays filled, and one press chooses one of them', async () => {
    const form = {
      ...PERSON,
      delivery: 'point',
      pickup_point: 'PL_CLOSED',
      pickup_latitude: String(CZESTOCHOWA.latitude),
      pickup_longitude: String(CZESTOCHOWA.longitude),
    };
    const refused = await visit('/orders', form);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('The pick-up point PL_CLOSED has closed.');
    expect(refused.text).toMatch(/name="email"\s+type="email"\s+value="ada@example.com"/);
    const [nearest, ...others] = offersOf(refused);
    expect(others).toHaveLength(4);
    const taken = await visit('/orders', { ...form, instead: nearest! });
    expect(taken.text).toContain(`<span id="point-id">${nearest}</span>`);
  });

  it('missing fields are named', async () => {
    const refused = await visit('/orders', { ...PERSON, delivery: 'point', pickup_point: '' });
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringContaining('Please choose a pick-up point.'),
    ]);
    const home = await visit('/orders', { ...PERSON, delivery: 'home', pickup_point: carrier.locker.id });
    expect(home.text).toContain('Please tell us where you live.');
  });

  it('an order delivered to the door has no point, whatever was chosen before', async () => {
    const form = { ...PERSON, delivery: 'home', address: 'Rynek 1, Kraków', pickup_point: 'PL_CLOSED' };
    expect((await visit('/orders', form)).text).toMatch(/It comes to<\/h2>\s*<p>Rynek 1, Kraków</);
    const { order, problems } = await readOrder(new URLSearchParams(form), droppoint.origin, '');
    expect([order.pointId, problems]).toEqual(['', []]);
  });
});

describe('Example shop: the customer chooses by a link', () => {
  const readLink = async (link: string): Promise<PointGrant> => {
    const read = await readPointLink(link.split('#order=')[1] ?? '', [POINT_SECRET], Date.now());
    if (typeof read === 'string') throw new Error(read);
    return read.grant;
  };
  /** The link in the letter to the customer. */
  const readLetter = (page: Page) =>
    readLink(find(/id="letter" href="([^"]+)"/, page).replaceAll('&amp;', '&'));
  /** The link to which the order's page leads. */
  async function changePoint({ url }: Page): Promise<PointGrant> {
    const answer = await fetch(`${url}/change`, { redirect: 'manual' });
    return readLink(answer.headers.get('location') ?? '');
  }
  const choose = async (grant: PointGrant, id: string, laterMs = 0, secret = POINT_SECRET) =>
    `${grant.returnTo}?result=${await writePointChoice(grant, id, secret, Date.now() + laterMs)}`;
  const pointOf = async ({ url }: Page) => find(/id="point-id">([^<]*)</, await visit(url));
  async function notify(grant: PointGrant, id: string, secret = POINT_SECRET): Promise<[number, string]> {
    const result = await writePointChoice(grant, id, secret, Date.now());
    const timestamp = new Date().toISOString();
    const event = { trackingNumber: '', eventId: 'e1', eventCode: 'point_chosen', timestamp, result };
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('base64');
    const headers = { 'x-droppoint-signature': signature, 'x-droppoint-timestamp': timestamp };
    const answer = await fetch(grant.notify!, { method: 'POST', headers, body });
    return [answer.status, await answer.text()];
  }

  it('an order by phone waits for a point, which the link in a letter chooses', async () => {
    const staff = await visit('/admin/orders', PERSON);
    expect(staff.text).toContain('You have ordered by phone.');
    const { pathname } = new URL(staff.url);
    expect(await badgeOf(pathname)).toBe('Waits for a point');
    expect((await visit(`${pathname}/send`, {})).text).toContain('hasn’t chosen a point yet');
    const grant = await readLetter(staff);
    expect([grant.value, grant.orderNumber]).toEqual([undefined, pathname.split('/').pop()]);
    const page = await visit(await choose(grant, carrier.locker.id));
    expect([page.status, await pointOf(page)]).toEqual([200, carrier.locker.id]);
    expect(await badgeOf(pathname)).toBe('To be sent');
  });

  it('a customer whose point has closed is asked for another, and may close the page', async () => {
    const { page, admin } = await order(carrier.locker.id);
    const grant = await readLetter(await visit(`${admin}/request`, {}));
    expect(grant).toMatchObject({ value: carrier.locker.id, notify: `${shop.origin}/points/chosen` });
    expect(await notify(grant, 'PL_CLOSED')).toEqual([409, expect.stringContaining('has closed')]);
    expect(await notify(grant, carrier.shop.id, `kiln:${'x'.repeat(40)}`)).toEqual([401, '{}']);
    expect(await pointOf(page)).toBe(carrier.locker.id);
    expect(await notify(grant, carrier.shop.id)).toEqual([200, expect.stringContaining('Thank you.')]);
    expect(await pointOf(page)).toBe(carrier.shop.id);
  });

  it('a point is changed on the order’s page; the newest choice counts, and none after the parcel is sent', async () => {
    const { page, admin } = await order(carrier.locker.id);
    const grant = await changePoint(page);
    const first = await choose(grant, carrier.shop.id);
    const second = await choose(grant, carrier.locker.id, 1_000);
    expect(await pointOf(await visit(first))).toBe(carrier.shop.id);
    expect(await pointOf(await visit(second))).toBe(carrier.locker.id);
    // An old result is sent again, and one for this order comes to another's address.
    expect(await pointOf(await visit(first))).toBe(carrier.locker.id);
    const other = await order(carrier.locker.id);
    const elsewhere = second.replace(grant.returnTo, `${other.page.url}/point`);
    expect((await visit(elsewhere)).url).toBe(page.url);
    for (const wrong of [
      `${first}x`,
      await choose(grant, carrier.shop.id, 2_000, `kiln:${'x'.repeat(40)}`),
    ]) {
      const refused = await visit(wrong);
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('isn’t valid any more')]);
    }
    await visit(`${admin}/send`, {});
    const late = await visit(await choose(grant, carrier.shop.id, 3_000));
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('already with the carrier')]);
    expect(await pointOf(page)).toBe(carrier.locker.id);
    expect((await visit(page.url)).text).toMatch(/<p id="change" hidden>/);
    expect((await visit(`${page.url}/change`)).url).toBe(page.url);
    expect((await visit(admin)).text).toContain('can’t be changed any more');
  });
});

describe('Example shop: staff', () => {
  it('staff replace a closed point with one near the customer’s address, and the closed one stays on record', async () => {
    const path = '/admin/orders/K1001-1001-1001';
    const offered = offersOf(await visit(`${path}?near=Częstochowa`));
    expect(offered).toHaveLength(5);
    const moved = await visit(path, { instead: offered[0]! });
    expect(moved.text).toMatch(new RegExp(`name="pickup_point"\\s+readonly[^>]+value="${offered[0]}"`));
    expect(moved.text).toMatch(/<h3 id="before">Before<\/h3>[^]+value="PL_CLOSED"/);
    expect((await visit(`${path}?near=Xyzzyqwert`)).text).toContain('No place is called so.');
  });

  it('staff choose another point if the carrier stops delivering to one', async () => {
    const { page, admin } = await order(carrier.locker.id);
    await switchFaults(carrier.sandbox, [{ kind: 'close', ids: [carrier.locker.id] }]);
    const refused = await visit(`${admin}/send`, {});
    expect(refused.text).toContain('doesn’t deliver to this point any more');
    const [other] = offersOf(refused);
    expect(offersOf(refused)).not.toContain(carrier.locker.id);
    await visit(admin, { instead: other! });
    expect((await visit(page.url)).text).toContain(`<span id="point-id">${other}</span>`);
    expect((await visit(`${admin}/send`, {})).text).toMatch(TRACKING_NUMBER);
    expect(await badgeOf(admin)).toBe('Announced');
  });

  it('staff send a parcel once, however often they press, and whether or not the carrier answers', async () => {
    const { page, admin } = await order(carrier.locker.id);
    const send = () => visit(`${admin}/send`, {});
    const before = await countParcels(carrier.sandbox.addresses.base);
    await switchFaults(carrier.sandbox, [{ kind: 'answer', status: 503, routes: ['shipments'] }]);
    expect((await send()).text).toContain('The carrier didn’t answer');
    expect(await countParcels(carrier.sandbox.addresses.base)).toBe(before);
    // The carrier accepts the parcel, and its answer is cut off.
    await switchFaults(carrier.sandbox, [{ kind: 'truncate', routes: ['shipments'] }]);
    const lost = await send();
    expect(lost.text).toContain('Send it again: it won’t be sent twice.');
    expect(await countParcels(carrier.sandbox.addresses.base)).toBe(before + 1);
    // The point stays, since the parcel may be on its way there.
    expect(lost.text).not.toContain('Change the point');
    expect((await visit(admin, { pickup_point: carrier.locker.id })).status).toBe(422);
    expect(await stateOf(page)).toBe('We are packing your order.');
    await switchFaults(carrier.sandbox, []);
    const numbers = (await Promise.all([send(), send(), send()])).map((sent) => find(TRACKING_NUMBER, sent));
    expect(new Set(numbers).size).toBe(1);
    expect(await badgeOf(admin)).toBe('Announced');
    expect(await countParcels(carrier.sandbox.addresses.base)).toBe(before + 1);
  });

  it('only staff can send: forms of other sites and guessed addresses have no effect', async () => {
    const { page, admin } = await order(carrier.locker.id);
    const elsewhere = { origin: 'https://elsewhere.example' };
    expect((await visit(`${admin}/send`, {}, elsewhere)).status).toBe(403);
    expect(await badgeOf(admin)).toBe('To be sent');
    const number = orderOf(page);
    for (const path of [`/orders/${number}`, '/orders/', '/orders/news', `/orders/${number}/news`])
      expect((await visit(path)).status, path).toBe(404);
  });
});

describe('Example shop: the carrier’s webhooks', () => {
  /** Pushes an event to the shop, as the carrier does. */
  async function push(event: object, secret = WEBHOOK_SECRET): Promise<number> {
    const body = JSON.stringify(event);
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    const headers = { 'x-any-signature': signature };
    return (await fetch(`${shop.origin}/webhook`, { method: 'POST', headers, body })).status;
  }
  const eventOf = (trackingNumber: string, eventCode: string, minute: number) => ({
    trackingNumber,
    eventId: `${trackingNumber}-${minute}#${eventCode}`,
    eventCode,
    timestamp: `2099-01-01T10:${minute}:00.000000000Z`,
  });

  it('webhooks may come early, twice and out of order, but not from others, and the page shows the latest event', async () => {
    const { page, admin } = await order(carrier.locker.id);
    // The sandbox counts its parcels.
    const next = `6900000000001${String(await countParcels(carrier.sandbox.addresses.base)).padStart(11, '0')}`;
    // Before the shop knows the number.
    const { timestamp: eventTimestamp, ...out } = eventOf(next, 'LMD.1001', 20);
    tracked.add({ trackingNumber: next, events: [{ ...out, eventTimestamp }] });
    expect(await push(eventOf(next, 'LMD.1001', 20))).toBe(200);
    expect(find(TRACKING_NUMBER, await visit(`${admin}/send`, {}))).toBe(next);
    expect(await stateOf(page)).toBe('Your parcel is on its way.');
    // Droppoint's words for the mail to the customer.
    await expect
      .poll(async () => (await visit(admin)).text)
      .toMatch(/We have written to ada@example\.com:<\/p>\s*<blockquote>\s*<strong>The parcel is on its way/);

    const handedOver = eventOf(next, 'EOL.1002', 40);
    expect(await push(handedOver, 'another-secret')).toBe(401);
    const unsigned = { method: 'POST', body: JSON.stringify(handedOver) };
    expect((await fetch(`${shop.origin}/webhook`, unsigned)).status).toBe(401);
    expect(await push({ trackingNumber: next })).toBe(400);
    expect((await visit('/webhook')).status).toBe(405);
    expect(await push(eventOf('690000000000199999999999', 'EOL.1002', 40))).toBe(200);
    expect(await stateOf(page)).toBe('Your parcel is on its way.');

    for (const _ of ['once', 'twice']) expect(await push(handedOver)).toBe(200);
    expect(await stateOf(page)).toMatch(/^You have your parcel/);
    // An earlier event arrives now.
    expect(await push(eventOf(next, 'LMD.1005', 30))).toBe(200);
    expect(await stateOf(page)).toMatch(/^You have your parcel/);
  });
});

describe('Example shop: pushed events', () => {
  it('they lead to the states of every engine', () => {
    const program = `import('./examples/shop/parcel-book.mjs').then(({ createParcelBook }) => {
      const states = JSON.parse(process.env.PUSHES).map(({ events, early = 0 }) => {
        const book = createParcelBook();
        if (early === 0) book.adopt('1');
        for (const [at, [eventCode, hour]] of events.entries()) {
          const timestamp = new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
          book.add({ trackingNumber: '1', eventId: eventCode + hour, eventCode, timestamp });
          if (at + 1 === early) book.adopt('1');
        }
        return book.stateOf('1');
      });
      console.log(JSON.stringify(states));
    });`;
    const output = execFileSync(process.execPath, ['--import', 'tsx', '-e', program], {
      env: { ...process.env, TSX_TSCONFIG_PATH: 'examples/tsconfig.json', PUSHES: JSON.stringify(PUSHES) },
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual(PUSHES.map(({ state }) => state));
  });
});
