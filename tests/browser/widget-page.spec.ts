import { expect, type Page } from '@playwright/test';
import { frameOf, onPicker, openCard, picker, readForm, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';
import { contrast } from '../contrast.ts';

/** The element in the shop's page: language, colours, label, and changes that frameworks make to it. */
onPublishedNetwork();

const WORDS = {
  en: ['Choose your pick-up point', 'Change pick-up point'],
  pl: ['Wybierz punkt odbioru', 'Zmień punkt odbioru'],
  de: ['Wählen Sie Ihre Abholstelle', 'Abholstelle ändern'],
  fr: ['Choisissez votre point de retrait', 'Changer de point de retrait'],
  it: ['Scegli il tuo punto di ritiro', 'Cambia punto di ritiro'],
  es: ['Elija su punto de recogida', 'Cambiar el punto de recogida'],
  pt: ['Escolha o seu ponto de recolha', 'Alterar o ponto de recolha'],
  nl: ['Kies je afhaalpunt', 'Afhaalpunt wijzigen'],
  cs: ['Vyberte si výdejní místo', 'Změnit výdejní místo'],
  uk: ['Виберіть пункт видачі', 'Змінити пункт видачі'],
};

test('the button speaks the shop’s language before anything is opened, in ten languages', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  const button = page.getByRole('button');
  for (const [language, [choose, change]] of Object.entries(WORDS)) {
    await page
      .locator('#picker')
      .evaluate((element, tag) => element.setAttribute('language', tag), `${language}-XX`);
    await expect(button).toHaveText(choose!);
    await onPicker(page, (element) => (element.value = 'PL_A'));
    await expect(button).toHaveText(change!);
    await onPicker(page, (element) => (element.value = ''));
  }
  await onPicker(page, (element) => (element.language = 'tlh'));
  await expect(button).toHaveText('Choose your pick-up point');
});

test('the language is that of the page around until another is set, the frame’s and its title’s with it', async ({
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

test('"false" is off, as frameworks write it that came before the script', async ({ page, shop }) => {
  const off = 'required="false" disabled="false" readonly="false" remember="false" with-details="false"';
  await shop.open(page, { body: `<form>${picker(`${off} value="PL_A"`)}</form>` });
  const read = () =>
    onPicker(page, ({ required, disabled, readonly, remember, withDetails }) =>
      [required, disabled, readonly, remember, withDetails].map(Number).join(''),
    );
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeEnabled();
  expect(await read()).toBe('00000');
  expect(await readForm(page)).toEqual({ point: 'PL_A' });
  await onPicker(page, (element) => element.setAttribute('remember', 'false'));
  await onPicker(page, (element) => Object.assign(element, { required: 'false', withDetails: 'true' }));
  expect(await read()).toBe('00001');
});

test('what was set before the script came counts, on whatever the element is by then', async ({
  page,
  shop,
  droppoint,
}) => {
  const policy = `default-src 'none'; script-src ${droppoint.origin} 'unsafe-inline'; frame-src ${droppoint.origin}`;
  await shop.open(page, {
    body: '',
    policy,
    markup: `<!doctype html><html lang="en"><body><form>${picker()}</form>
<script>
  const early = document.querySelector('droppoint-picker');
  Object.assign(early, { value: 'PL_A', required: true, disabled: false, country: ['PL', 'CZ'],
    config: { city: 'Gdańsk' }, filter: { types: ['APM'] }, messages: { change: 'Another one' } });
</script>
<script type="module" src="${droppoint.origin}/v1/droppoint.js" crossorigin></script></body></html>`,
  });
  await expect(page.getByRole('button', { name: 'Another one' })).toBeEnabled();
  const config = await onPicker(
    page,
    (element) => [element.required, element.value, element.config] as const,
  );
  expect(config).toMatchObject([
    true,
    'PL_A',
    { country: 'PL,CZ', filter: { types: ['APM'] }, city: 'Gdańsk', messages: { change: 'Another one' } },
  ]);
});

test('labels, willValidate and the form are those of any control: a label names the button, and a press on it goes there', async ({
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

test('states for style sheets: chosen, and invalid only once somebody had the chance', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker('required')}<button>Order</button></form>` });
  const states = () =>
    onPicker(page, (element) =>
      ['chosen', 'loading', 'failed', 'user-invalid'].filter((state) => element.matches(`:state(${state})`)),
    );
  await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
  expect(await states()).toEqual([]);
  await page.getByRole('button', { name: 'Order' }).click();
  expect(await states()).toEqual(['user-invalid']);
  await onPicker(page, (element) => (element.value = 'PL_A'));
  expect(await states()).toEqual(['chosen']);
  await page.evaluate(() => document.forms[0]!.reset());
  expect(await states()).toEqual([]);
  await onPicker(page, (element) => void element.open());
  await expect.poll(states).toEqual([]);
  await onPicker(page, (element) => element.close());
  await expect.poll(states).toEqual(['user-invalid']);
});

/** The colour theme that the frame uses. */
const frameTheme = (page: Page) => frameOf(page).locator('html').getAttribute('data-theme');
const LOOK_POLICY = "default-src * 'unsafe-inline'";

for (const system of ['light', 'dark'] as const) {
  test(`theme auto is the page’s own color-scheme; the system is ${system}`, async ({ page, shop }) => {
    await page.emulateMedia({ colorScheme: system });
    for (const [scheme, theme] of [
      ['', 'light'],
      ['light', 'light'],
      ['dark', 'dark'],
      ['only dark', 'dark'],
      ['light dark', null],
    ] as const) {
      await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
      await page.evaluate((value) => (document.documentElement.style.colorScheme = value), scheme);
      await onPicker(page, (element) => element.configure({}));
      await expect(frameOf(page).getByRole('combobox')).toBeVisible();
      await expect.poll(() => frameTheme(page), scheme).toBe(theme);
    }
  });
}

test('custom properties and the color-scheme change at run time', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>`, policy: LOOK_POLICY });
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  await page.addStyleTag({ content: '.brand { --droppoint-color-primary: #9a4a2b; color-scheme: dark }' });
  await page.evaluate(() => document.body.classList.add('brand'));
  const html = frameOf(page).locator('html');
  await expect(html).toHaveCSS('--dp-primary', '#9a4a2b');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => document.body.classList.remove('brand'));
  await expect(html).toHaveAttribute('data-theme', 'light');
  await expect(html).toHaveCSS('--dp-primary', '#0d5c70');
});

test('a colour alone, changed at run time on the element or by a class of the page, reaches the open picker', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>`, policy: LOOK_POLICY });
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  const html = frameOf(page).locator('html');
  await onPicker(page, (element) => element.style.setProperty('--droppoint-color-primary', '#9a4a2b'));
  await expect(html).toHaveCSS('--dp-primary', '#9a4a2b');
  await onPicker(page, (element) => element.removeAttribute('style'));
  await expect(html).toHaveCSS('--dp-primary', '#0d5c70');
  await page.addStyleTag({ content: '.brand { --droppoint-radius: 3px }' });
  await page.evaluate(() => document.documentElement.classList.add('brand'));
  await expect(html).toHaveCSS('--dp-radius', '3px');
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

for (const [look, what] of [
  ['--droppoint-color-primary: #ffcc00', 'a bright primary'],
  ['--droppoint-color-primary: #101010; color-scheme: dark', 'a dark primary on dark'],
  ['--droppoint-color-surface: #111318', 'a dark surface alone'],
  ['--droppoint-color-surface: #ffffff; --droppoint-color-on-surface: #eeeeee', 'white on white'],
] as const) {
  test(`colours that couldn’t be read are corrected: ${what}`, async ({ page, shop }) => {
    await shop.open(page, {
      body: `<form>${picker(`mode="inline" style="${look}"`)}</form>`,
      policy: LOOK_POLICY,
    });
    await expect(frameOf(page).locator('.row .name').first()).toBeVisible();
    await openCard(frameOf(page));
    await expect(frameOf(page).locator('.button.primary').first()).toBeEnabled();
    // A button that was disabled fades into its colour.
    for (const selector of ['.button.primary', '.row .name', 'h2'])
      await expect.poll(() => contrastOf(page, selector), selector).toBeGreaterThanOrEqual(4.5);
  });
}
