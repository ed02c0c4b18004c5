import { expect, type BrowserContext, type Page } from '@playwright/test';
import { FEW_POINTS, test, type Droppoint } from './droppoint.ts';
import {
  deskOf,
  logIn,
  logInAs,
  logOut,
  openAccountMenu,
  reachDesk,
  renewSession,
  sessionOf,
} from './login-walk.ts';
import { fieldOf, parcelOf, prepareParcel, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** The session over several tabs of one real browser: locks, cookies and channels between them. */

const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Log in with your carrier account' });

/** Opens the broker's page in further tabs of the same browser, each with a parcel ready to be sent. */
async function openTabs(context: BrowserContext, amount: number): Promise<Page[]> {
  return Promise.all(
    Array.from({ length: amount }, async () => {
      const page = await context.newPage();
      await page.goto('/account');
      await prepareParcel(page);
      return page;
    }),
  );
}

/** Counts a tab's requests to the function's token endpoint. */
function countTokenRequests(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/oauth/token')) count++;
  });
  return () => count;
}

/** Longer than the slowest answer that a test sets at the sandbox. */
const QUIET_MS = 1000;

/** Waits until nothing has been requested for longer than a slow answer takes; a loop ends with the test's time limit. */
async function comeToRest(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); await new Promise((pass) => setTimeout(pass, QUIET_MS)))
    before = count();
}

/** Makes tokens expire so soon that a tab renews before its next call, and the function does too. */
const shortenTokens = (droppoint: Droppoint) =>
  droppoint.setFaults([{ kind: 'token-answer', overrides: { expires_in: 9 } }]);

for (const title of [
  'three tabs whose tokens expire together make one upstream refresh (case 61)',
  'three tabs whose token the platform refuses make one upstream refresh, and repeat their calls (cases 61, 64)',
]) {
  test(title, async ({ page, context, droppoint }) => {
    const expires = title.includes('expire');
    if (expires) await shortenTokens(droppoint);
    await logIn(page);
    await prepareParcel(page);
    const tabs = [page, ...(await openTabs(context, 2))];
    if (expires) await droppoint.setFaults([]);
    else await droppoint.control('POST', '/__sandbox/expire-tokens');
    await droppoint.control('DELETE', '/__sandbox/requests');
    await Promise.all(tabs.map(sendParcel));
    for (const tab of tabs) await expect(tab.getByText('The carrier took it')).toBeVisible();
    expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(1);
  });
}

test('without Web Locks a tab that loses the race tries once more, and nothing loops (case 62)', async ({
  page,
  context,
  droppoint,
}) => {
  await context.addInitScript('delete Navigator.prototype.locks');
  await logIn(page);
  const other = await context.newPage();
  await other.goto('/account');
  const tabs = [page, other];
  for (const tab of tabs) await openAccountMenu(tab);
  expect(await page.evaluate(() => 'locks' in navigator)).toBe(false);
  const counts = tabs.map(countTokenRequests);
  await droppoint.control('POST', '/__sandbox/expire-tokens');
  // Both refreshes are pending before either is answered.
  await droppoint.setFaults([{ kind: 'latency', milliseconds: 400, routes: ['token'] }]);
  await Promise.all(tabs.map(renewSession));
  const settled = (tab: Page) =>
    loginHeading(tab)
      .or(tab.getByText('Renewed.'))
      // The platform may have revoked the winner's token too.
      .or(sessionOf(tab).getByRole('alert'));
  for (const tab of tabs) await expect(settled(tab)).toBeVisible();
  for (const count of counts) await comeToRest(count);
  // Each tab reads the cookie's session, forces a refresh, and tries once more when refused: at most two pairs.
  for (const count of counts) expect(count()).toBeLessThanOrEqual(4);
});

test('a refresh whose answer is lost after rotation is answered alike when asked again, without a loop (case 63)', async ({
  page,
  droppoint,
}) => {
  await logIn(page);
  await expect(page.getByRole('main')).toContainText(/points on the map/);
  const countAsked = countTokenRequests(page);
  let lost = 0;
  await page.route('**/api/oauth/token', async (route) => {
    if (lost++ > 0) return route.continue();
    // The function and the platform handle the request, but the browser never gets the response.
    const headers = await route.request().allHeaders();
    delete headers[':authority'];
    await fetch(`${droppoint.origin}/api/oauth/token`, {
      method: 'POST',
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
      body: route.request().postData() ?? '',
    });
    return route.abort('connectionreset');
  });
  await renewSession(page);
  await expect(sessionOf(page).getByRole('alert')).toBeVisible();
  await renewSession(page);
  await expect(sessionOf(page)).toContainText('Renewed.');
  await comeToRest(countAsked);
  expect(countAsked()).toBe(2);
  // The refresh token of the second answer is good for a further refresh.
  await renewSession(page);
  await expect.poll(countAsked).toBe(3);
  await expect(sessionOf(page)).toContainText('Renewed.');
});

test('a refresh that is under way when the page is left still brings its cookie (case 95)', async ({
  page,
  context,
  droppoint,
}) => {
  await logIn(page);
  const readSession = async () => (await context.cookies(droppoint.origin)).map(({ value }) => value).join();
  const before = await readSession();
  expect(before).not.toBe('');
  await droppoint.setFaults([{ kind: 'latency', milliseconds: 700, routes: ['token'] }]);
  const underWay = page.waitForRequest('**/api/oauth/token');
  await renewSession(page);
  await underWay;
  await page.goto('about:blank');
  await expect.poll(readSession).not.toBe(before);
  await page.goto('/account');
  await expect(deskOf(page)).toBeVisible();
});

test('a refresh that is under way cannot bring back a session that another tab ends (case 65)', async ({
  page,
  context,
  droppoint,
}) => {
  await logIn(page);
  const [other] = await openTabs(context, 1);
  await droppoint.setFaults([{ kind: 'latency', milliseconds: 700, routes: ['token'] }]);
  const underWay = other!.waitForRequest('**/api/oauth/token');
  await renewSession(other!);
  await underWay;
  await logOut(page);
  for (const tab of [page, other!]) await expect(loginHeading(tab)).toBeVisible();
  const names = (await context.cookies(droppoint.origin)).map(({ name }) => name);
  expect(names.filter((name) => name.includes('droppoint-session'))).toEqual([]);
});

const WRITTEN = 'half written';
const nameField = (page: Page) => fieldOf(page, 'recipient.lastName');
const referenceField = (page: Page) => fieldOf(page, 'references.custom.reference');

test('what was written stays when the session ends, and is there again after the login', async ({
  page,
  droppoint,
}) => {
  await logIn(page);
  await prepareParcel(page);
  const pointId = await page.locator('[data-point]').innerText();
  await referenceField(page).fill(WRITTEN);
  await droppoint.control('POST', '/__sandbox/revoke');
  await renewSession(page);
  await expect(loginHeading(page)).toBeVisible();
  await expect(page.getByText('What you have chosen and written stays')).toBeVisible();
  await expect(referenceField(page)).toHaveValue(WRITTEN);
  await expect(page.locator('.leaflet-container')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await sendParcel(page);
  await expect(parcelOf(page).getByRole('alert')).toContainText('no longer logged in');
  expect(asked.filter((url) => url.includes('/api/'))).toEqual([]);

  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await reachDesk(page);
  await expect(referenceField(page)).toHaveValue(WRITTEN);
  await expect(nameField(page)).toHaveValue('Lis');
  await expect(page.locator('[data-point]')).toHaveText(pointId);
  await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(WRITTEN);
  await sendParcel(page);
  await expect(parcelOf(page)).toContainText('The carrier took it');
});

test('what one account has written is never there for another', async ({ page, droppoint }) => {
  await logIn(page);
  await prepareParcel(page);
  await droppoint.control('POST', '/__sandbox/revoke');
  await renewSession(page);
  await expect(loginHeading(page)).toBeVisible();
  await logInAs(page, OTHER);
  await expect(parcelOf(page)).toContainText('No point is chosen yet');
  await expect(nameField(page)).toHaveValue('');
});

test('a logout closes the desk in every tab: what was written is there for the same account again, and for no other', async ({
  page,
  context,
}) => {
  await logIn(page);
  const [other] = await openTabs(context, 1);
  await referenceField(other!).fill(WRITTEN);
  await logOut(page);
  await expect(loginHeading(other!)).toBeVisible();
  await expect(nameField(other!)).toBeHidden();
  await logIn(page);
  await expect(referenceField(other!)).toHaveValue(WRITTEN);
  await sendParcel(other!);
  await expect(other!.getByText('The carrier took it')).toBeVisible();

  await logOut(page);
  await logInAs(page, OTHER);
  await openAccountMenu(other!);
  await expect(sessionOf(other!)).toContainText(`You are logged in as ${OTHER}.`);
  await reachDesk(other!);
  await expect(parcelOf(other!)).toContainText('No point is chosen yet');
});

test('what was written with a login that doesn’t say who it is ends with it', async ({ page }) => {
  await logIn(page, ['openid']);
  await prepareParcel(page);
  await logOut(page);
  await expect(loginHeading(page)).toBeVisible();
  expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([]);
  await logIn(page, ['openid']);
  await expect(parcelOf(page)).toContainText('No point is chosen yet');
});

const SESSION_COOKIE = '__Host-droppoint-session';
const OTHER = 'somebody.else@example.com';
const changedPanel = (page: Page) => page.getByRole('region', { name: 'Another account is logged in' });

test('a login with another account in another tab is told at once, and nothing is sent before a person decides (case 92)', async ({
  page,
  context,
}) => {
  await logIn(page);
  await prepareParcel(page);
  await context.clearCookies({ name: SESSION_COOKIE });
  const other = await context.newPage();
  await other.goto('/account');
  await logInAs(other, OTHER);
  await openAccountMenu(other);
  await expect(sessionOf(other)).toContainText(`You are logged in as ${OTHER}.`);

  await expect(changedPanel(page)).toContainText(`now logged in with ${OTHER}`);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await sendParcel(page);
  await expect(parcelOf(page).getByRole('alert')).toContainText('another account');
  expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
  await expect(nameField(page)).toHaveValue('Lis');
  await changedPanel(page)
    .getByRole('button', { name: `Go on with ${OTHER}` })
    .click();
  // Each account has a desk of its own.
  await reachDesk(page);
  await expect(nameField(page)).toHaveValue('');
  await openAccountMenu(page);
  await expect(sessionOf(page)).toContainText(`You are logged in as ${OTHER}.`);
});

test('a session of another account, put in the place of one’s own, is never gone on with silently (case 92)', async ({
  page,
  context,
  browser,
  droppoint,
}) => {
  await logIn(page);
  await openAccountMenu(page);
  await expect(sessionOf(page)).toContainText('You are logged in as');
  const attacker = await browser.newContext({ baseURL: droppoint.origin });
  const theirs = await attacker.newPage();
  await logIn(theirs);
  await logOut(theirs);
  await logInAs(theirs, OTHER);
  const planted = await attacker.cookies(droppoint.origin);
  await attacker.close();

  // The first attempt is refused because of the planted cookie; the second finds the other's session.
  let refused = 0;
  await page.route('**/api/oauth/token', async (route) => {
    if (refused++ > 0) return route.continue();
    await context.clearCookies({ name: SESSION_COOKIE });
    await context.addCookies(planted.filter(({ name }) => name === SESSION_COOKIE));
    return route.fulfill({ status: 400, json: { error: 'invalid_grant' } });
  });
  await renewSession(page);
  await expect(changedPanel(page)).toContainText(`now logged in with ${OTHER}`);
  expect(refused).toBe(2);
  await changedPanel(page).getByRole('button', { name: 'Log out' }).click();
  await expect(loginHeading(page)).toBeVisible();
  expect((await context.cookies(droppoint.origin)).filter(({ name }) => name === SESSION_COOKIE)).toEqual([]);
});

test('while offline the session is kept, and it goes on when the network is back (case 66)', async ({
  page,
  context,
  droppoint,
}) => {
  await shortenTokens(droppoint);
  await logIn(page);
  await prepareParcel(page);
  await droppoint.setFaults([]);
  await context.setOffline(true);
  await sendParcel(page);
  await expect(parcelOf(page).getByRole('alert')).toBeVisible();
  await expect(parcelOf(page)).toContainText('You are offline');
  await expect(deskOf(page)).toBeVisible();
  await context.setOffline(false);
  await sendParcel(page);
  await expect(page.getByText('The carrier took it')).toBeVisible();
});

test('a wall clock that is a day wrong changes nothing: only expires_in counts (case 67)', async ({
  page,
  droppoint,
}) => {
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 86_400_000;
  });
  await logIn(page);
  await prepareParcel(page);
  await openAccountMenu(page);
  await expect(sessionOf(page)).toContainText(/valid for another 4 minutes/);
  await droppoint.control('DELETE', '/__sandbox/requests');
  await sendParcel(page);
  await expect(page.getByText('The carrier took it')).toBeVisible();
  expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(0);
});

test('the callback gone back to exchanges nothing (case 11)', async ({ page, droppoint }) => {
  await logIn(page);
  await droppoint.control('DELETE', '/__sandbox/requests');
  await page.goto('/account/callback');
  await expect(page.getByRole('alert')).toBeVisible();
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(0);
});

test('a tab duplicated in the middle of a login fails softly, and can log in (case 13)', async ({ page }) => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Log in' }).click();
  // The page loads without its code: the login stays unfinished.
  await page.route('**/_app/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.waitForURL('**/account/callback?*');
  const callback = page.url();
  // A tab opened by another starts with a copy of its storage, as a duplicated one does.
  const opened = page.waitForEvent('popup');
  await page.evaluate((url) => window.open(url), callback);
  const duplicate = await opened;
  await expect(deskOf(duplicate)).toBeVisible();
  // Only now: requests still held would otherwise go through, and this tab would log in first.
  await page.unroute('**/_app/**');
  await page.goto(callback);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(loginHeading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: /^Allow/ })).toBeVisible();
});
