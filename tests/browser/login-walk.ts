import type { Locator, Page } from '@playwright/test';
import type { LoginSettings } from '#contract/login-settings.ts';
import { walkLogin } from '../functions/walk-login.ts';

/** Logs in at the sandbox and allows the requested scopes, except the given ones. */
export async function logIn(
  page: Page,
  withoutScopes: readonly string[] = [],
  organizationId?: string,
): Promise<void> {
  await page.goto('/account');
  await passLogin(page, withoutScopes, organizationId);
}

/**
 * Opens the desk with a session that was begun by requests alone. For tests of the screens after
 * the login: its three pages take as much processor time as most of these tests.
 */
export async function openDesk(
  page: Page,
  withoutScopes: readonly string[] = [],
  organizationId?: string,
): Promise<void> {
  const settings = (await (await page.request.get('/api/config')).json()) as LoginSettings;
  const { issuer, clientId: client_id, redirectUri: redirect_uri, scope } = settings;
  const { code, code_verifier } = await walkLogin(issuer, client_id, redirect_uri, { scope, withoutScopes });
  const answer = await page.request.post('/api/oauth/token', {
    form: { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier },
    headers: { 'x-requested-with': 'droppoint', origin: new URL(redirect_uri).origin },
  });
  if (!answer.ok()) throw new Error(await answer.text());
  await page.goto('/account');
  await reachDesk(page, organizationId);
}

/** Logs in with another account than the one that the login host remembers, on a page that offers it. */
export async function logInAs(page: Page, user: string): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Use another account' }).click();
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(user);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await reachDesk(page);
}

/** Whether a broker is logged in, on any screen. */
export const deskOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' });
export const sessionOf = (page: Page): Locator => page.getByRole('region', { name: 'Your session' });

/** Opens a screen of the desk from another one, and waits for it: the screens share some names of fields. */
export async function openScreen(
  page: Page,
  name: 'Send' | 'Import' | 'Parcels' | 'Pack' | 'Returns' | 'Pickups',
): Promise<void> {
  await deskOf(page).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Opens the account menu, which shows the session and the granted permissions. */
export async function openAccountMenu(page: Page): Promise<void> {
  await deskOf(page).waitFor();
  if (!(await page.locator('details.menu').evaluate((menu) => (menu as HTMLDetailsElement).open)))
    await page.locator('details.menu > summary').click();
}

export async function renewSession(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Renew now' }).click();
}

export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('button', { name: 'Log out' }).click();
}

export const ORGANIZATION_ID = 'org-42';

/** Waits for the desk, and enters the organization if it asks for it. */
export async function reachDesk(page: Page, organizationId = ORGANIZATION_ID): Promise<void> {
  const label = page.getByRole('textbox', { name: 'Organization ID' });
  await deskOf(page).waitFor();
  const screen = page.getByRole('heading', { level: 1 });
  await label.or(screen).first().waitFor();
  if (!(await label.isVisible())) return;
  await label.fill(organizationId);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await screen.waitFor();
}

/** From a page that offers the login to the desk. */
export async function passLogin(
  page: Page,
  withoutScopes: readonly string[] = [],
  organizationId?: string,
): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  const login = page.getByRole('heading', { name: 'Log in', exact: true });
  const consent = page.getByRole('heading', { name: /^Allow/ });
  // The login host remembers a user who has logged in before, and asks only for consent.
  await login.or(consent).waitFor();
  if (await login.isVisible()) await page.getByRole('button', { name: 'Log in' }).click();
  await consent.waitFor();
  for (const scope of withoutScopes) await page.locator(`input[value="${scope}"]`).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await reachDesk(page, organizationId);
}
