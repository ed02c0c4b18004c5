import type { Page } from '@playwright/test';

export const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** `npm run screens`: pictures of every screen in docs/screens, to be looked at. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  // Animations have come to rest, and pictures have arrived.
  await page.waitForTimeout(600);
  await page.screenshot({ path: `docs/screens/${name}.png`, fullPage });
}
