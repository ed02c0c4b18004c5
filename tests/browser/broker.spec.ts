import { expect, type Page } from '@playwright/test';
import { FEW_POINTS, test, type Droppoint } from './droppoint.ts';
import { deskOf, logIn, logOut, openAccountMenu, reachDesk, sessionOf } from './login-walk.ts';
import { networkOf, parcelOf, prepareParcel, sendParcel } from './map-walk.ts';

test.use({ points: FEW_POINTS });

const loginHeading = (page: Page) => page.getByRole('heading', { name: 'Log in with your carrier account' });
const loginButton = (page: Page) => page.getByRole('button', { name: 'Log in' });

/** Everything in this browser's storage that a page can read. */
const readStorage = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));

/** Parcels that the platform has. */
async function countParcels({ platform }: Droppoint): Promise<number> {
  const held = await (await fetch(platform)).text();
  return Number(/([\d,]+) parcels/.exec(held)![1]!.replaceAll(',', ''));
}

/** Collects faults that must not happen without a session: errors in the console, and refusals. */
function noteErrors(page: Page): string[] {
  const wrong: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()} ${response.url()}`);
  });
  return wrong;
}

test(
  'Broker: logging in, sending a parcel and logging out leaves no code or token in the browser',
  { tag: '@workerd' },
  async ({ page, context, droppoint }) => {
    await test.step('a visit without a session leaves no error, and nothing in the browser', async () => {
      const wrong = noteErrors(page);
      const requested = page.waitForResponse('**/api/oauth/token');
      await page.goto('/account');
      expect((await requested).status()).toBe(204);
      await expect(loginHeading(page)).toBeVisible();
      expect(wrong).toEqual([]);
      expect(await readStorage(page)).toBe('[{},{},""]');
    });

    await test.step('the login leaves no code in addresses and referrers, and its token only in memory', async () => {
      const received: string[] = [];
      page.on('request', (request) => {
        const referrer = request.headers()['referer'] ?? '';
        if (request.url().includes('/api/') || referrer.includes('code='))
          received.push(request.url() + referrer);
      });
      const exchanged = page.waitForResponse(
        (response) => response.url().endsWith('/api/oauth/token') && response.status() === 200,
      );
      await logIn(page);
      const { access_token: token } = (await (await exchanged).json()) as { access_token: string };
      expect(received.join('\n')).not.toMatch(/code=|state=/);
      await expect(page).toHaveURL(/\/account$/);
      const storage = await readStorage(page);
      expect(storage).not.toContain(token);
      expect(storage).not.toContain('droppoint-session');
      const session = (await context.cookies()).find(({ name }) => name.endsWith('droppoint-session'));
      expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
    });

    await test.step('the page shows the granted permissions and their lifetime', async () => {
      await openAccountMenu(page);
      for (const scope of ['api:points:read', 'api:shipments:write'])
        await expect(sessionOf(page)).toContainText(scope);
      await expect(sessionOf(page)).toContainText(/valid for another \d+ (minutes|seconds)/);
      await page.keyboard.press('Escape');
    });

    const parcel = parcelOf(page);
    await test.step('a parcel whose answers are lost is created once, also if it is requested again after a reload', async () => {
      await expect(networkOf(page)).toContainText(/points on the map/);
      expect(await droppoint.countPlatformRequests('/location/v1/points')).toBeGreaterThan(0);
      await prepareParcel(page);
      const pointId = await parcel.locator('[data-point]').innerText();
      const before = await countParcels(droppoint);
      await droppoint.setFaults([{ kind: 'truncate', routes: ['shipments'] }]);
      const requested = page.waitForRequest(/organizations\/org-42\/shipments/);
      await sendParcel(page);
      expect((await requested).postDataJSON()).toMatchObject({
        destination: { countryCode: pointId.slice(0, 2), pointId },
        recipient: { phone: '+48500000202' },
      });
      await expect(parcel).toContainText('We don’t know whether the parcel was created');
      await droppoint.control('DELETE', '/__sandbox/requests');
      await page.reload();
      await expect(parcel.getByRole('button', { name: 'Ask again' })).toBeVisible();
      expect(await droppoint.countPlatformRequests('/oauth2/token'), 'a reload rotates no token').toBe(0);
      await droppoint.setFaults([]);
      await parcel.getByRole('button', { name: 'Ask again' }).click();
      await expect(parcel).toContainText('The carrier accepted it');
      await expect(parcel.getByText(/^\d{24}$/)).toBeVisible();
      expect(await countParcels(droppoint)).toBe(before + 1);
    });

    await test.step('a logout ends every tab, and neither a reload nor Back brings the session back', async () => {
      const other = await context.newPage();
      await other.goto('/account/parcels');
      await expect(deskOf(other)).toBeVisible();
      await logOut(page);
      for (const tab of [page, other]) await expect(loginHeading(tab)).toBeVisible();
      await other.reload();
      await expect(loginHeading(other)).toBeVisible();
      await page.goBack();
      expect(page.url()).not.toContain('code=');
      await page.goForward();
      await expect(loginHeading(page)).toBeVisible();
      await expect(deskOf(page)).toBeHidden();
    });
  },
);

test('Broker: a failed login exchanges no code, shows an error, and can be started again', async ({
  page,
  droppoint,
}) => {
  const alert = page.getByRole('alert');
  await test.step('a forged callback', async () => {
    await page.goto(`/account/callback?code=stolen&state=${'x'.repeat(43)}`);
    await expect(alert).toBeVisible();
    expect(page.url()).not.toContain('stolen');
  });
  await test.step('a user who denies access', async () => {
    await loginButton(page).click();
    await loginButton(page).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(alert).toBeVisible();
    await expect(page).toHaveURL(/\/account\/callback$/);
    expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(0);
  });
  await test.step('going back to the callback after a login', async () => {
    await loginButton(page).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await reachDesk(page);
    await droppoint.control('DELETE', '/__sandbox/requests');
    await page.goto('/account/callback');
    await expect(alert).toBeVisible();
    await page.goBack();
    await page.goForward();
    await expect(alert).toBeVisible();
    expect(await droppoint.countPlatformRequests('/oauth2/token')).toBe(0);
  });
});

test('Broker: a login with fewer rights and no name says what it can’t do, and leaves nothing behind', async ({
  page,
  droppoint,
}) => {
  await logIn(page, ['openid', 'api:shipments:write']);
  await openAccountMenu(page);
  await expect(sessionOf(page)).toContainText('Not allowed: send parcels');
  await page.keyboard.press('Escape');
  const parcel = parcelOf(page);
  await expect(parcel).toContainText('Not allowed with this login: send parcels');
  await prepareParcel(page);
  await sendParcel(page);
  await expect(parcel.getByRole('alert')).toBeVisible();
  expect(await droppoint.countPlatformRequests('/shipping/')).toBe(0);

  await logOut(page);
  await expect(loginHeading(page)).toBeVisible();
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .toEqual([]);
});
