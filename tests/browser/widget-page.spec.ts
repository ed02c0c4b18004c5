import { expect, type Page } from '@playwright/test';
import { frameOf, onPicker, openCard, picker, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { contrast } from '../contrast.ts';

/** The element as a part of the shop's page: its language, its label, its colours. */
onPublishedNetwork();

// Proves: accessibility/language.
test('Language: the element, its frame and the frame’s title use the surrounding page’s language until another is set', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form lang="pl">${picker()}</form>` });
  await page.getByRole('button', { name: 'Wybierz punkt odbioru' }).click();
  await expect(page.locator('#picker iframe')).toHaveAttribute('title', 'Wybierz punkt odbioru');
  await expect(frameOf(page).locator('html')).toHaveAttribute('lang', 'pl');
  await onPicker(page, (element) => (element.language = 'de'));
  await expect(page.locator('#picker iframe')).toHaveAttribute('title', 'Wählen Sie Ihre Abholstelle');
  await expect(page.getByRole('button', { name: 'Schließen', exact: true })).toBeVisible();
  await expect(frameOf(page).locator('html')).toHaveAttribute('lang', 'de');
});

// Proves: accessibility/labels.
test('Form control: labels, willValidate and form work as in any control: a label names the button, and a press on it focuses the button', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form><label for="picker">Where to</label>${picker('required')}</form>` });
  const facts = await onPicker(page, ({ labels, willValidate, form, validity }) => ({
    labels: [...labels].map((label) => label.textContent),
    willValidate,
    hasForm: form !== null,
    missing: validity.valueMissing,
  }));
  expect(facts).toEqual({ labels: ['Where to'], willValidate: true, hasForm: true, missing: true });
  const button = page.getByRole('button', { name: 'Choose your pick-up point' });
  await expect(button).toBeVisible();
  // Playwright's own computation of names doesn't support element references set by property.
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const names = nodes.filter(({ role }) => role?.value === 'button').map(({ name }) => name?.value as string);
  expect(names).toEqual(['Where to Choose your pick-up point']);
  await page.getByText('Where to').click();
  await expect(button).toBeFocused();
});

/** WCAG contrast of an element's text on its own background, in the frame. */
async function contrastOf(page: Page, selector: string): Promise<number> {
  const colors = frameOf(page)
    .locator(selector)
    .first()
    .evaluate((element) => {
      // Mixed colours are computed in other spaces than sRGB.
      const context = document.createElement('canvas').getContext('2d')!;
      const toBytes = (color: string) => {
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
      };
      let back: Element | null = element;
      while (back && /^rgba\(.*, 0\)$/.test(getComputedStyle(back).backgroundColor))
        back = back.parentElement;
      return {
        text: toBytes(getComputedStyle(element).color),
        behind: toBytes(getComputedStyle(back ?? document.body).backgroundColor),
      };
    });
  const { text, behind } = await colors;
  return contrast(text, behind);
}

// Proves: accessibility/shops-colours.
test('Colours: they follow the page at run time, by property, class and color-scheme, and unreadable ones are corrected', async ({
  page,
  shop,
}) => {
  const body = `<form>${picker('mode="inline"')}</form>`;
  await shop.open(page, { body, policy: "default-src * 'unsafe-inline'" });
  await openCard(frameOf(page));
  await expect(frameOf(page).locator('.button.primary').first()).toBeEnabled();
  const html = frameOf(page).locator('html');
  const dress = (style: string) =>
    page.locator('#picker').evaluate((element, style) => element.setAttribute('style', style), style);
  for (const [look, theme] of [
    ['--droppoint-color-primary: #ffcc00', 'light'],
    ['--droppoint-color-primary: #101010; color-scheme: dark', 'dark'],
    ['--droppoint-color-surface: #111318', 'dark'],
    ['--droppoint-color-surface: #ffffff; --droppoint-color-on-surface: #eeeeee', 'light'],
  ] as const) {
    await dress(look);
    await expect(html, look).toHaveAttribute('data-theme', theme);
    // A button that was disabled fades into its colour.
    for (const selector of ['.button.primary', '.row .name', 'h2'])
      await expect.poll(() => contrastOf(page, selector), `${look}: ${selector}`).toBeGreaterThanOrEqual(4.5);
  }
  await dress('');
  await expect(html).toHaveCSS('--dp-primary', '#0d5c70');

  await page.addStyleTag({ content: '.brand { --droppoint-color-primary: #9a4a2b; color-scheme: dark }' });
  await page.evaluate(() => document.body.classList.add('brand'));
  await expect(html).toHaveCSS('--dp-primary', '#9a4a2b');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => document.body.classList.remove('brand'));
  await expect(html).toHaveAttribute('data-theme', 'light');
  // A page that supports both leaves it to the system.
  await page.evaluate(() => (document.documentElement.style.colorScheme = 'light dark'));
  await expect(html).not.toHaveAttribute('data-theme');
});
