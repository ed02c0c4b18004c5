import type { Page } from '@playwright/test';

/** A text in the code that is held back. */
const HELD = 'Could not restore the previous state.';

/** Holds back the code of the address bar, as a slow connection does. @returns a function that releases it */
export async function holdAddressBar(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_app/immutable/**/*.js', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (body.includes(HELD)) await released;
    await route.fulfill({ response, body });
  });
  return release;
}

type Stored = { 'sveltekit:states'?: { layers?: number } } | null;

/** Number of layers in the current history entry. */
export const countLayers = (page: Page): Promise<number> =>
  page.evaluate(() => (history.state as Stored)?.['sveltekit:states']?.layers ?? 0);
