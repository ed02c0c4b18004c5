import { expect, type Page } from '@playwright/test';
import { choosePoint, frameOf, onPicker, picker, readForm, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/**
 * Shops whose scripts load, morph and serialize the page: no router draws it again, nothing is sent
 * twice, and the map follows.
 */
onPublishedNetwork();

const POLICY = "default-src * 'unsafe-inline'";
const FALLBACK = '<label>Number <input name="point" required></label>';

/** The data of scripts that read only HTML's own controls, like jQuery's `serialize`. */
const serialize = (page: Page) =>
  page.evaluate(() =>
    [...document.forms[0]!.elements]
      .map((each) => each as HTMLInputElement)
      .filter((each) => /^(?:input|select|textarea)$/i.test(each.nodeName) && each.name !== '')
      .filter((each) => !each.matches(':disabled'))
      .map(({ name, value }) => `${name}=${value}`)
      .join('&'),
  );

test('Page fragments: where a router and jQuery draw, morph and send the page, a point is chosen and sent once, and no typed text is lost', async ({
  page,
  shop,
}) => {
  const body = `<form><input name="mail">${picker('required', FALLBACK)}</form>
    <script>
      window.jQuery = {};
      history.replaceState({ turbo: { restorationIndex: 0 } }, '');
      addEventListener('popstate', ({ state }) => { if (state?.turbo) document.body.innerHTML = 'restored'; });
    </script>`;
  await shop.open(page, { body, policy: POLICY });
  await page.locator('[name=mail]').fill('typed');
  const trigger = page.getByRole('button', { name: /pick-up point/ });
  await trigger.click();
  await expect(frameOf(page).getByRole('main')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await serialize(page)).toBe('mail=typed');
  await trigger.click();
  const id = await choosePoint(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await readForm(page)).toEqual({ mail: 'typed', point: id });

  const sent = `mail=typed&point=${id}`;
  const read = async () => [
    await serialize(page),
    await page.evaluate(() =>
      String(new URLSearchParams(new FormData(document.forms[0]) as unknown as Record<string, string>)),
    ),
    await onPicker(page, (element) => element.form!.checkValidity()),
  ];
  expect(await read()).toEqual([sent, sent, true]);
  await onPicker(page, (element) => {
    // The server's page, with its control enabled and without our hidden input.
    element.querySelector('[slot=value]')!.remove();
    element.querySelector('input')!.disabled = false;
  });
  expect(await read()).toEqual([sent, sent, true]);
  await page.evaluate(() => document.forms[0]!.reset());
  expect(await serialize(page)).toBe('mail=');
});

test('Page fragments: the map follows the address until the shopper has searched, also while the dialog is closed', async ({
  page,
  shop,
}) => {
  const body =
    '<form><droppoint-picker id="picker" name="point" country="PL" city="Warszawa"></droppoint-picker></form>';
  await shop.open(page, { body });
  const field = frameOf(page).getByRole('combobox');
  const firstRow = frameOf(page).locator('.row[aria-busy="false"]').first();
  const trigger = page.getByRole('button', { name: /pick-up point/ });
  const close = page.getByRole('button', { name: 'Close', exact: true });
  await trigger.click();
  await expect(field).toHaveValue('Warszawa');
  const inWarsaw = await firstRow.innerText();
  await close.click();
  // Letter by letter, while the dialog is closed.
  for (const city of ['K', 'Kr', 'Kra', 'Krak', 'Krakó', 'Kraków'])
    await page.locator('#picker').evaluate((element, to) => element.setAttribute('city', to), city);
  await trigger.click();
  await expect(field).toHaveValue('Kraków');
  await expect(firstRow).not.toHaveText(inWarsaw, { useInnerText: true });
  await field.fill('Gdańsk');
  await frameOf(page)
    .getByRole('option', { name: /^Gdańsk/ })
    .first()
    .click();
  await expect(field).toHaveValue(/^Gdańsk/);
  await close.click();
  await onPicker(page, (element) => element.configure({ city: 'Warszawa' }));
  await trigger.click();
  // Answered after the settings.
  await onPicker(page, (element) => element.validate('NO_SUCH'));
  await expect(field).toHaveValue(/^Gdańsk/);
});

test('Page fragments: a choice survives a fragment that is replaced again and again, as the guide says', async ({
  page,
  shop,
}) => {
  const fragment = (within: string) => `<div id="fragment"><p>Total</p>${within}</div>`;
  const replace = (within: string) =>
    page.evaluate((html) => (document.querySelector('#fragment')!.outerHTML = html), fragment(within));
  const body = `<form id="checkout">${fragment('')}</form>${picker('form="checkout"')}
    <script>
      window.closings = [];
      document.addEventListener('droppoint-close', ({ detail }) => closings.push(detail.reason));
    </script>`;
  await shop.open(page, { body, policy: POLICY });
  const trigger = page.getByRole('button', { name: /pick-up point/ });
  let id = '';
  await test.step('outside the fragment, the open dialog and the choice stay', async () => {
    await trigger.click();
    await replace('');
    await expect(page.getByRole('dialog')).toBeVisible();
    id = await choosePoint(page);
    await replace('');
    expect(await readForm(page)).toEqual({ point: id });
  });
  await test.step('inside it, the choice stays if the server writes it as `value`; the dialog’s end is an event', async () => {
    await page.evaluate(() => document.querySelector('droppoint-picker')!.remove());
    await replace(picker(`value="${id}"`));
    await expect(trigger).toBeVisible();
    await trigger.click();
    await expect(frameOf(page).getByRole('main')).toBeVisible();
    await replace(picker(`value="${id}"`));
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { closings: string[] }).closings.at(-1)))
      .toBe('removed');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => readForm(page)).toEqual({ point: id });
  });
});
