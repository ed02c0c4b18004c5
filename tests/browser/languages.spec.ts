import { expect, type Page } from '@playwright/test';
import languages from '../../src/lib/i18n/languages.json' with { type: 'json' };
import { test } from './droppoint.ts';
import { openDesk } from './login-walk.ts';

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

test.describe('a shopper whose browser speaks German', () => {
  test.use({ locale: 'de-AT' });

  test('reads German, and fetches no other language', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wählen Sie Ihre Abholstelle');
    await expect(page.getByRole('main')).toContainText(/\d Abholstellen auf der Karte/);
    await expect(page).toHaveTitle('Abholstelle finden · Droppoint');
    await expect(html(page)).toHaveAttribute('lang', 'de');
    await expect.poll(() => listFetchedLanguages(page)).toEqual(['de']);
  });

  test('reads Polish where the address asks for it', async ({ page }) => {
    await page.goto('/?language=pl');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wybierz punkt odbioru');
    await expect(html(page)).toHaveAttribute('lang', 'pl');
    await expect.poll(() => listFetchedLanguages(page)).toEqual(['pl']);
  });

  test('reads German where the address asks for a language there isn’t', async ({ page }) => {
    await page.goto('/?language=tlh');
    await expect(html(page)).toHaveAttribute('lang', 'de');
  });
});

test.describe('a shopper whose browser speaks a language that isn’t there', () => {
  test.use({ locale: 'ar-EG' });

  test('reads English, from left to right', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your pick-up point');
    await expect(html(page)).toHaveAttribute('lang', 'en');
    await expect(html(page)).toHaveAttribute('dir', 'ltr');
    await expect.poll(() => listFetchedLanguages(page)).toEqual(['en']);
  });
});

test('the language is asked for together with the app’s code, not by it', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.route('**/_app/immutable/entry/*', (route) => route.abort());
  await page.goto('/?language=cs');
  const { cs = '' } = await readLanguageFiles(page);
  expect(asked).toContain(cs);
});

test('a language that can’t be fetched leaves the page in English', async ({ page }) => {
  await page.goto('/account');
  const { fr = '' } = await readLanguageFiles(page);
  await page.route(`**${fr}`, (route) => route.abort());
  await page.goto('/?language=fr');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your pick-up point');
  await expect(html(page)).toHaveAttribute('lang', 'en');
});

/** English words that reveal an untranslated text; names and identifiers are the same in every language. */
const ENGLISH = /\b(the|your|you|account is|parcel|send|allowed?|network)\b/i;

test('the broker’s pages speak each language, on a phone in its width, and from right to left too', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  const wordsOf = async () =>
    (await page.getByRole('main').locator('section.panel, fieldset.panel, :scope > p, h1').allInnerTexts())
      .join('\n')
      // Scopes and account names are never translated.
      .replaceAll(/api:\S+|\S+@\S+|Droppoint/g, '');
  const headings: string[] = [];
  await page.goto('/account?language=en');
  await openDesk(page);
  for (const language of languages.complete.filter((each) => each !== 'en')) {
    const anonymous = await context.browser()!.newContext({
      baseURL: new URL(page.url()).origin,
      locale: language,
    });
    const visitor = await anonymous.newPage();
    await visitor.setViewportSize({ width: 390, height: 800 });
    await visitor.goto('/account');
    await expect(visitor.locator('.panel h2')).toBeVisible();
    expect(await visitor.getByRole('main').innerText(), language).not.toMatch(ENGLISH);
    expect(await visitor.locator('main [lang], main[lang]').count()).toBe(0);
    headings.push(await visitor.title());
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth), language).toBe(390);
    await visitor.goto('/account/callback');
    await expect(visitor.getByRole('alert')).toBeVisible();
    expect(await visitor.getByRole('main').innerText(), language).not.toMatch(ENGLISH);
    await anonymous.close();

    await page.goto(`/account?language=${language}`);
    await expect(page.locator('fieldset.panel').first()).toBeVisible();
    await page.locator('details.menu > summary').click();
    await expect(page.locator('.scopes li').first()).toBeVisible();
    expect(await wordsOf(), language).not.toMatch(ENGLISH);
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(390);
  }
  expect(new Set(headings).size).toBe(headings.length);
});

test('a shopper is spared what only brokers read', async ({ page }) => {
  const asked: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().endsWith('.js')) return;
    if ((await response.text().catch(() => '')).includes('The access token has expired'))
      asked.push(response.url());
  });
  await page.goto('/');
  await expect(page.getByRole('main')).toContainText(/points on the map/);
  expect(asked).toEqual([]);
  await page.goto('/account');
  await expect.poll(() => asked.length).toBe(1);
});

test('in every language a phone has room for the header in one line, and for all words in its width', async ({
  page,
}) => {
  for (const language of languages.complete) {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/?language=${language}`);
    await expect(html(page)).toHaveAttribute('lang', language);
    await expect(page.locator('.leaflet-container')).toBeVisible();
    // The dots that src/first-view draws ahead rely on this height.
    expect((await page.getByRole('banner').boundingBox())?.height, language).toBeLessThan(54);
    await page.setViewportSize({ width: 320, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBe(320);
  }
});
