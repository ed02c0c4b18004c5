import type { Locator, Page } from '@playwright/test';

/** Logs in at the sandbox and allows what is asked, except for the scopes named. */
export async function logIn(page: Page, withoutScopes: readonly string[] = []): Promise<void> {
  await page.goto('/account');
  await allow(page, withoutScopes);
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

/** Whether somebody is logged in, whatever the screen. */
export const deskOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Desk' });
export const sessionOf = (page: Page): Locator => page.getByRole('region', { name: 'Your session' });

/** Opens the account menu, in which the session and what was allowed stand. */
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

/** Waits for the desk, and tells it the organization if it asks. */
export async function reachDesk(page: Page): Promise<void> {
  const label = page.getByRole('textbox', { name: 'Organization id' });
  await deskOf(page).waitFor();
  const screen = page.getByRole('heading', { level: 1 });
  await label.or(screen).first().waitFor();
  if (!(await label.isVisible())) return;
  await label.fill(ORGANIZATION_ID);
  await page.getByRole('button', { name: 'Keep and go on' }).click();
  await screen.waitFor();
}

async function allow(page: Page, withoutScopes: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Log in' }).click();
  const login = page.getByRole('heading', { name: 'Log in', exact: true });
  const consent = page.getByRole('heading', { name: /^Allow/ });
  // The login host remembers a user who has logged in before, and asks only for consent.
  await login.or(consent).waitFor();
  if (await login.isVisible()) await page.getByRole('button', { name: 'Log in' }).click();
  await consent.waitFor();
  for (const scope of withoutScopes) await page.locator(`input[value="${scope}"]`).uncheck();
  await page.getByRole('button', { name: 'Allow' }).click();
  await reachDesk(page);
}
