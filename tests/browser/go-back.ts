import { expect, type Page } from '@playwright/test';

/** Goes back once the browser's own history list holds the entries that the page has pushed; Chromium's lags a moment behind. */
export async function goBack(page: Page): Promise<void> {
  if (page.context().browser()?.browserType().name() !== 'chromium') return void (await page.goBack());
  const devTools = await page.context().newCDPSession(page);
  const entry = async () => {
    const { currentIndex, entries } = await devTools.send('Page.getNavigationHistory');
    return entries[currentIndex]?.url;
  };
  await expect.poll(async () => (await entry()) === page.url()).toBe(true);
  await devTools.detach();
  await page.goBack();
}
