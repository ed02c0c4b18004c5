import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';

const SCRIPTS = 'build/_app/immutable/';

/**
 * Gives the built pages a setting that an operator sets at build time.
 * @param unset the text in the scripts if it isn't set: `tiles:null`
 * @returns to be called once a page is open: fails unless the pages had the setting to replace, as
 * nothing would be proven then
 */
export async function replaceSetting(page: Page, unset: string, set: string): Promise<() => Promise<void>> {
  let isReplaced = false;
  await page.route('**/_app/immutable/**/*.js', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/_app/immutable/', SCRIPTS);
    const script = await readFile(path, 'utf8');
    isReplaced ||= script.includes(unset);
    await route.fulfill({ body: script.replace(unset, set), contentType: 'text/javascript' });
  });
  return () => expect.poll(() => isReplaced, `${unset} in the pages' scripts`).toBe(true);
}
