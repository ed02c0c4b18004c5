import { expect, type BrowserContext, type Page } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import {
  deskOf,
  logIn,
  logInAs,
  logOut,
  openAccountMenu,
  openScreen,
  reachDesk,
  renewSession,
  sessionOf,
} from './login-walk.ts';
import { fieldOf, parcelOf, prepareParcel, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** The session over several tabs of one real browser: locks, cookies and channels between them. */

const SESSION_COOKIE = '__Host-droppoint-session';
const BROKER = 'broker@example.com';
const OTHER = 'somebody.else@example.com';
const WRITTEN = 'half written';

const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Log in with your carrier account' });
const nameField = (page: Page) => fieldOf(page, 'recipient.lastName');
const referenceField = (page: Page) => fieldOf(page, 'references.custom.reference');

async function openTab(context: BrowserContext, path = '/account'): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await reachDesk(page);
  return page;
}

/** Collects the tab's requests to the function. */
function noteCalls(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requested.push(request.url());
  });
  return requested;
}

test('Tabs: all share one session; each refresh is made once, survives its page, and can’t undo a logout', async ({
  page,
  context,
  droppoint,
}) => {
  // The tokens are so short-lived that each tab renews them before each call, and so does the function.
  await droppoint.setFaults([{ kind: 'token-answer', overrides: { expires_in: 9 } }]);
  // A separate organization, so that other tests don't order pickups in it.
  await logIn(page, [], 'org-tabs');
  const [second, third] = [
    await openTab(context, '/account/import'),
    await openTab(context, '/account/import'),
  ];
  await openScreen(page, 'Import');
  const tabs = [page, second, third];
  const callTogether = async () => {
    await droppoint.control('DELETE', '/__sandbox/requests');
    await Promise.all(tabs.map((tab) => openScreen(tab, 'Pickups')));
    for (const tab of tabs) await expect(tab.getByText('No pickups have been ordered yet.')).toBeVisible();
    return droppoint.countPlatformRequests('/oauth2/token');
  };

  await test.step('three tabs whose tokens expire together make one upstream refresh', async () => {
    await droppoint.setFaults([]);
    expect(await callTogether()).toBe(1);
  });

  await test.step('three tabs whose token the platform refuses make one, and repeat their calls', async () => {
    for (const tab of tabs) await openScreen(tab, 'Import');
    await droppoint.control('POST', '/__sandbox/expire-tokens');
    const forced: string[] = [];
    context.on('request', (request) => {
      if (request.headers()['x-token-refresh'] === 'force') forced.push(request.url());
    });
    expect(await callTogether()).toBe(1);
    // The function would share the refresh too, but only within one process: with the lock, only the
    // first tab requests a new token.
    expect(forced).toHaveLength(1);
  });

  const renewSlowly = async (tab: Page) => {
    await droppoint.setFaults([{ kind: 'latency', milliseconds: 700, routes: ['token'] }]);
    const underWay = tab.waitForRequest('**/api/oauth/token');
    await renewSession(tab);
    await underWay;
  };

  await test.step('a refresh still in progress when its page is left sets its cookie', async () => {
    const readSession = async () =>
      (await context.cookies(droppoint.origin)).map(({ value }) => value).join();
    const before = await readSession();
    expect(before).not.toBe('');
    await renewSlowly(third);
    await third.goto('about:blank');
    await expect.poll(readSession).not.toBe(before);
    await third.goto('/account/import');
    await expect(deskOf(third)).toBeVisible();
  });

  await test.step('a refresh in progress can’t restore a session that another tab ends', async () => {
    await renewSlowly(second);
    await logOut(page);
    for (const tab of tabs) await expect(loginHeading(tab)).toBeVisible();
    const names = (await context.cookies(droppoint.origin)).map(({ name }) => name);
    expect(names).not.toContain(SESSION_COOKIE);
  });
});

test('Tabs: what a broker has typed survives the end of the session, for that account only', async ({
  page,
  context,
  droppoint,
}) => {
  await logIn(page);
  await prepareParcel(page);
  const pointId = await page.locator('[data-point]').innerText();
  await referenceField(page).fill(WRITTEN);

  await test.step('a session that ends leaves it on the page, and sends nothing', async () => {
    await droppoint.control('POST', '/__sandbox/revoke');
    await renewSession(page);
    await expect(loginHeading(page)).toBeVisible();
    await expect(page.getByText('What you’ve chosen and typed is kept')).toBeVisible();
    await expect(referenceField(page)).toHaveValue(WRITTEN);
    await expect(page.locator('.leaflet-container')).toBeVisible();
    const requested = noteCalls(page);
    await sendParcel(page);
    await expect(parcelOf(page).getByRole('alert')).toContainText('no longer logged in');
    expect(requested).toEqual([]);
  });

  await test.step('after the login the text is there again, with its point', async () => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await reachDesk(page);
    await expect(referenceField(page)).toHaveValue(WRITTEN);
    await expect(nameField(page)).toHaveValue('Lis');
    await expect(page.locator('[data-point]')).toHaveText(pointId);
    await expect(page.getByRole('region', { name: 'Your pick-up point' })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(WRITTEN);
  });

  const other = await context.newPage();
  await test.step('another account in another tab is reported at once, and nothing is sent before the user decides', async () => {
    await context.clearCookies({ name: SESSION_COOKIE });
    await other.goto('/account');
    await logInAs(other, OTHER);
    const changed = page.getByRole('region', { name: 'Another account is logged in' });
    await expect(changed).toContainText(`now logged in as ${OTHER}`);
    const requested = noteCalls(page);
    await sendParcel(page);
    await expect(parcelOf(page).getByRole('alert')).toContainText('another account');
    expect(requested).toEqual([]);
    await expect(nameField(page)).toHaveValue('Lis');
    await changed.getByRole('button', { name: `Continue as ${OTHER}` }).click();
    // Each account has its own desk.
    await reachDesk(page);
    await expect(nameField(page)).toHaveValue('');
    await expect(parcelOf(page)).toContainText('No point chosen yet');
    await openAccountMenu(page);
    await expect(sessionOf(page)).toContainText(`You are logged in as ${OTHER}.`);
  });

  await test.step('logging out from that notice closes the desk in every tab, and the first account finds its data again', async () => {
    await context.clearCookies({ name: SESSION_COOKIE });
    await other.reload();
    await logInAs(other, BROKER);
    const changed = page.getByRole('region', { name: 'Another account is logged in' });
    await changed.getByRole('button', { name: 'Log out' }).click();
    for (const tab of [page, other]) await expect(loginHeading(tab)).toBeVisible();
    await expect(nameField(other)).toBeHidden();
    expect((await context.cookies(droppoint.origin)).map(({ name }) => name)).not.toContain(SESSION_COOKIE);
    await logInAs(page, BROKER);
    for (const tab of [page, other]) await expect(referenceField(tab)).toHaveValue(WRITTEN);
    await sendParcel(other);
    await expect(other.getByText('The carrier accepted it')).toBeVisible();
  });
});
