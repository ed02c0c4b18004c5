import { expect, type Page } from '@playwright/test';
import { FEW_POINTS, test } from './droppoint.ts';
import { deskOf, logIn, openDesk, logOut, openAccountMenu, renewSession, sessionOf } from './login-walk.ts';
import { networkOf, parcelOf, prepareParcel, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

/** Everything in this browser's storage that a page can read. */
const readStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

test('a broker logs in through PKCE and sees what was allowed and how long it holds', async ({ page }) => {
  await logIn(page);
  await openAccountMenu(page);
  const session = sessionOf(page);
  await expect(session).toContainText('api:points:read');
  await expect(session).toContainText('api:shipments:write');
  await expect(session).toContainText(/valid for another \d+ (minutes|seconds)/);
  await expect(page).toHaveURL(/\/account$/);
});

test('a visit without a session leaves no error in the console, and nothing in the browser', async ({
  page,
}) => {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  const asked = page.waitForResponse('**/api/oauth/token');
  await page.goto('/account');
  expect((await asked).status()).toBe(204);
  await expect(page.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  expect(wrong).toEqual([]);
  expect(await readStorage(page)).toBe('[{},{},""]');
});

test('no code, state or token stays in the address, the history or the storage (case 12)', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const referrer = request.headers()['referer'] ?? '';
    if (request.url().includes('/api/') || referrer.includes('code=')) asked.push(request.url() + referrer);
  });
  let token = '';
  page.on('response', async (response) => {
    if (!response.url().endsWith('/api/oauth/token') || response.status() !== 200) return;
    token = ((await response.json()) as { access_token: string }).access_token;
  });
  await logIn(page);
  await expect.poll(() => token).not.toBe('');
  expect(asked.join('\n')).not.toMatch(/code=|state=/);
  const storage = await readStorage(page);
  expect(storage).not.toContain(token);
  expect(storage).not.toContain('droppoint-session');
  const cookies = await page.context().cookies();
  const session = cookies.find(({ name }) => name.endsWith('droppoint-session'));
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

test("a broker sees the network with the broker's own token and sends a parcel", async ({
  page,
  droppoint,
}) => {
  await openDesk(page);
  await expect(networkOf(page)).toContainText(/points on the map/);
  expect(await droppoint.countPlatformRequests('/location/v1/points')).toBeGreaterThan(0);

  await prepareParcel(page);
  const parcel = parcelOf(page);
  const pointId = await parcel.locator('[data-point]').innerText();
  const asked = page.waitForRequest(/organizations\/org-42\/shipments/);
  await sendParcel(page);
  const request = await asked;
  expect(request.postDataJSON()).toMatchObject({
    destination: { countryCode: pointId.slice(0, 2), pointId },
    recipient: { phone: '+48500000202' },
  });
  const requestId = request.headers()['x-request-id'] ?? 'none';
  await expect(parcel).toContainText('The carrier took it');
  await expect(parcel).toContainText(requestId);
  await expect(parcel.getByText(/^\d{24}$/)).toBeVisible();
});

test('a parcel without an answer is not said to be refused: its outcome is open', async ({
  page,
  droppoint,
}) => {
  await openDesk(page);
  await prepareParcel(page);
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['shipments'] }]);
  const parcel = parcelOf(page);
  await sendParcel(page);
  await expect(parcel).toContainText('It is not known whether the parcel was created');
  expect(await droppoint.countPlatformRequests('/shipping/')).toBeGreaterThan(1);
});

test('a parcel whose answers are lost is created once, also if the person sends it again (case 154)', async ({
  page,
  droppoint,
}) => {
  const countParcels = async () => {
    const held = await (await fetch(droppoint.platform)).text();
    return Number(/([\d,]+) parcels/.exec(held)![1]!.replaceAll(',', ''));
  };
  const before = await countParcels();
  await openDesk(page);
  await prepareParcel(page);
  await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'] }]);
  const parcel = parcelOf(page);
  await sendParcel(page);
  await expect(parcel).toContainText('It is not known whether the parcel was created');
  expect(await countParcels()).toBe(before + 1);
  // Also after the page was closed in between.
  await page.reload();
  await droppoint.setFaults([]);
  await parcel.getByRole('button', { name: 'Ask again' }).click();
  await expect(parcel).toContainText('The carrier took it');
  expect(await countParcels()).toBe(before + 1);
  // Another one is another parcel.
  await parcel.getByRole('button', { name: 'The same again' }).click();
  await sendParcel(page);
  await expect.poll(countParcels).toBe(before + 2);
});

test('a narrower grant is said, and what needs it is refused before anything is sent (case 56)', async ({
  page,
  droppoint,
}) => {
  await logIn(page, ['api:shipments:write']);
  await openAccountMenu(page);
  await expect(sessionOf(page)).toContainText('Not allowed: send parcels');
  await page.keyboard.press('Escape');
  const parcel = parcelOf(page);
  await expect(parcel).toContainText('Not allowed with this login: send parcels');
  await prepareParcel(page);
  await sendParcel(page);
  await expect(parcel.getByRole('alert')).toBeVisible();
  expect(await droppoint.countPlatformRequests('/shipping/')).toBe(0);
});

test('a reload keeps the session without rotating the refresh token', async ({ page, droppoint }) => {
  await logIn(page);
  await droppoint.control('DELETE', '/__sandbox/requests');
  await page.reload();
  await expect(deskOf(page)).toBeVisible();
  expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(0);
});

test('a platform that is down keeps the session, and trying again brings it back (case 66)', async ({
  page,
  droppoint,
}) => {
  await logIn(page);
  await expect(page.getByRole('main')).toContainText(/points on the map/);
  await droppoint.control('POST', '/__sandbox/expire-tokens');
  await droppoint.setFaults([{ kind: 'answer', status: 503, routes: ['token'] }]);
  await renewSession(page);
  await expect(sessionOf(page).getByRole('alert')).toBeVisible();
  await droppoint.setFaults([]);
  await page.reload();
  await expect(deskOf(page)).toBeVisible();
});

test('a logout in one tab ends the others, and nothing brings the session back (case 65)', async ({
  page,
  context,
}) => {
  await logIn(page);
  const other = await context.newPage();
  await other.goto('/account');
  await expect(deskOf(other)).toBeVisible();
  await logOut(page);
  await expect(other.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Log in with your carrier account' })).toBeVisible();
});

test('a user who says no is met calmly and can try again (case 8)', async ({ page }) => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/account\/callback$/);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
});

test('a forged callback exchanges nothing (case 10)', async ({ page, droppoint }) => {
  await page.goto(`/account/callback?code=stolen&state=${'x'.repeat(43)}`);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(page.url()).not.toContain('stolen');
  expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(0);
});
