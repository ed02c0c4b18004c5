import type { Page } from '@playwright/test';

export const PERSON = { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+48500000202' };
/** The texts for the customer. */
export const state = (page: Page) => page.locator('#state');
/** The staff's view of orders, latest first. */
export const badge = (page: Page) => page.locator('.badge');
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();

/** Opens the order of a customer’s page in the administration. */
export async function administer(page: Page, shop: string): Promise<Page> {
  const number = await page.locator('strong').innerText();
  const admin = await page.context().newPage();
  await admin.goto(`${shop}/admin/orders/${number}`);
  return admin;
}
