import { expect, type Page } from '@playwright/test';
import languages from '../../packages/languages/languages.json' with { type: 'json' };
import { onPublishedNetwork, test } from './droppoint.ts';
import { openDesk } from './login-walk.ts';

onPublishedNetwork();

/** The file of each language, as src/first-view reads it. */
async function readLanguageFiles(page: Page): Promise<Record<string, string>> {
  const content = await page.locator('meta[name=languages]').getAttribute('content');
  return JSON.parse(content ?? '') as Record<string, string>;
}

async function listFetchedLanguages(page: Page): Promise<string[]> {
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const files = Object.entries(await readLanguageFiles(page));
  return files.filter(([, file]) => fetched.includes(file)).map(([language]) => language);
}

const html = (page: Page) => page.locator('html');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);
const APP = '**/_app/immutable/entry/*';

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('Languages: only the language of the browser or the address is loaded, together with the code; English if it can’t be loaded', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(heading(page)).toHaveText('Wählen Sie Ihre Abholstelle');
    await expect(page.getByRole('main')).toContainText(/\d Abholstellen auf der Karte/);
    await expect(page).toHaveTitle('Abholstelle finden · Droppoint');
    await expect(html(page)).toHaveAttribute('lang', 'de');
    await expect(html(page)).toHaveAttribute('dir', 'ltr');
    await expect.poll(() => listFetchedLanguages(page)).toEqual(['de']);

    const { cs = '', fr = '' } = await readLanguageFiles(page);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.route(APP, (route) => route.abort());
    await page.goto('/?language=cs');
    expect(requested).toContain(cs);
    await page.unroute(APP);

    await page.route(`**${fr}`, (route) => route.abort());
    await page.goto('/?language=fr');
    await expect(heading(page)).toHaveText('Choose your pick-up point');
    await expect(html(page)).toHaveAttribute('lang', 'en');
  });
});

/** The languages with the longest texts overall. */
const WORDY = ['pl', 'de', 'uk'];
/** English words that reveal an untranslated text; names and identifiers are the same in every language. */
const ENGLISH = /\b(the|your|you|account is|parcel|send|allowed?|network)\b/i;

test('Languages: in every language the header fits a phone; in Polish, German and Ukrainian, so do all texts, also those for brokers, and none is left in English', async ({
  page,
}) => {
  const phone = { width: 390, height: 800 };
  const narrow = { width: 320, height: 800 };
  await page.setViewportSize(phone);
  await openDesk(page);
  for (const language of WORDY) {
    await page.goto(`/account?language=${language}`);
    await expect(page.locator('fieldset.panel').first()).toBeVisible();
    await page.locator('details.menu > summary').click();
    await expect(page.locator('.scopes li').first()).toBeVisible();
    const panels = page.getByRole('main').locator('section.panel, fieldset.panel, :scope > p, h1');
    // Scopes and account names are never translated.
    const words = (await panels.allInnerTexts()).join('\n').replaceAll(/api:\S+|\S+@\S+|Droppoint/g, '');
    expect(words, language).not.toMatch(ENGLISH);
    expect(await widthOf(page), `the desk in ${language}`).toBe(phone.width);
  }
  await page.context().clearCookies();
  for (const language of WORDY)
    for (const address of ['/account', '/account/callback']) {
      await page.goto(`${address}?language=${language}`);
      await expect(
        page.getByRole('main').getByRole('alert').or(page.locator('.panel h2')).first(),
      ).toBeVisible();
      expect(await page.getByRole('main').innerText(), `${address} in ${language}`).not.toMatch(ENGLISH);
    }

  await page.setViewportSize(narrow);
  for (const language of WORDY) {
    await page.goto(`/?language=${language}`);
    await expect(page.locator('.leaflet-container')).toBeAttached();
    expect(await widthOf(page), language).toBe(narrow.width);
  }
  await page.route(APP, (route) => route.abort());
  for (const language of languages.complete) {
    await page.setViewportSize(phone);
    await page.goto(`/?language=${language}`);
    await expect(html(page)).toHaveAttribute('lang', language);
    // The dots that src/first-view draws ahead rely on this height.
    expect((await page.getByRole('banner').boundingBox())?.height, language).toBeLessThan(54);
    await page.setViewportSize(narrow);
    expect(await widthOf(page), language).toBe(narrow.width);
  }
});
