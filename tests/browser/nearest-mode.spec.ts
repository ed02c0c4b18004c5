import { expect, type Page } from '@playwright/test';
import { frameOf, onPicker, readForm, recordEvents, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** The nearest points as radio buttons in the shop's page, and the shop's conditions on points. */
onPublishedNetwork();

const WARSAW = 'mode="nearest" city="Warszawa" country="PL"';
const form = (attributes: string) =>
  `<form><droppoint-picker id="picker" name="point" ${attributes}></droppoint-picker></form>`;
const radios = (page: Page) => page.getByRole('radiogroup').getByRole('radio');
const more = (page: Page) => page.getByRole('button', { name: 'More on the map' });
const changesOf = async (readEvents: () => Promise<[string, unknown][]>) =>
  (await readEvents()).map(([type]) => type).filter((type) => /^(input|change)$|select$/.test(type));
/** Lets the shop's page request the points' host. */
const policyFor = (origin: string) =>
  `default-src 'none'; script-src ${origin}; frame-src ${origin}; connect-src ${origin}; form-action 'self'`;

// Proves: accessibility/nearest.
test('Nearest mode: the three nearest points are in the page, can be chosen by keyboard, and lead to the map', async ({
  page,
  shop,
  droppoint,
}) => {
  const readEvents = await recordEvents(page);
  const policy = policyFor(droppoint.origin);
  await shop.open(page, { body: form(`${WARSAW} required`), policy });
  await expect(radios(page)).toHaveCount(3);
  const requested = await page.request.get(
    `${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL&limit=3`,
  );
  const { points } = (await requested.json()) as {
    points: { distanceMetres: number; summary: { id: string } }[];
  };
  const ids = points.map(({ summary }) => summary.id);
  expect(
    await radios(page).evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
  ).toEqual(ids);
  const metres = points[0]!.distanceMetres;
  const distance =
    metres < 1000 ? `${Math.round(metres / 10) * 10} m` : `${Math.round(metres / 100) / 10} km`;
  await expect(radios(page).first()).toHaveAccessibleName(new RegExp(`.+≈ ${distance}$`, 's'));
  expect([await readForm(page), await onPicker(page, (it) => it.checkValidity())]).toEqual([{}, false]);
  // No frame until the map is opened.
  await expect(page.locator('#picker iframe')).toHaveCount(0);

  await radios(page).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(radios(page).nth(1)).toBeChecked();
  expect([await readForm(page), await onPicker(page, (it) => it.checkValidity())]).toEqual([
    { point: ids[1] },
    true,
  ]);
  expect(await onPicker(page, (it) => it.selectedSummary?.id)).toBe(ids[1]);
  expect(await changesOf(readEvents)).toEqual([
    ...['droppoint-select', 'input', 'change'],
    ...['droppoint-select', 'input', 'change'],
  ]);

  await more(page).click();
  // A point beyond the three, which are the first rows.
  await frameOf(page).locator('.row[aria-busy="false"]').nth(4).click();
  const chosen = await frameOf(page).locator('.card .code').textContent();
  await frameOf(page)
    .getByRole('button', { name: /^Choose this point/ })
    .click();
  await expect.poll(() => onPicker(page, ({ value }) => value)).toBe(chosen);
  expect(ids).not.toContain(chosen);
  for (const radio of await radios(page).all()) await expect(radio).not.toBeChecked();
  await expect(page.locator('#picker').getByRole('status')).not.toBeEmpty();
  expect(await readForm(page)).toEqual({ point: chosen });
  await radios(page).nth(2).check();
  expect(await readForm(page)).toEqual({ point: ids[2] });
  await expect(page.locator('#picker').getByRole('status')).toBeEmpty();
});

test('Nearest mode: the shop’s rules apply in the page and on the map, labels are whole on a phone, and another address loads others', async ({
  page,
  shop,
  droppoint,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shop.open(page, { body: form(WARSAW), policy: policyFor(droppoint.origin) });
  await expect(radios(page)).toHaveCount(3);
  const refused = (await radios(page).first().getAttribute('value'))!;
  await onPicker(
    page,
    (element) =>
      (element.filter = {
        rules: [
          { ids: [element.shadowRoot!.querySelector('input')!.value], reason: 'Too heavy for this one.' },
          { label: '€ 2.49' },
        ],
      }),
  );
  await expect(radios(page).first()).not.toHaveValue(refused);
  const texts = page.locator('#picker label span:last-child');
  await expect(texts.filter({ hasText: '€ 2.49' })).toHaveCount(3);
  await test.step('labels', async () => {
    const measure = () =>
      texts.evaluateAll((all) =>
        all.map((text) => ({
          lines: Math.round(
            text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).fontSize) / 1.25,
          ),
          isBelow:
            text.getBoundingClientRect().top >= text.previousElementSibling!.getBoundingClientRect().bottom,
        })),
      );
    expect(await measure()).toEqual(Array(3).fill({ lines: 2, isBelow: false }));
    // A line of their own where text is twice as large.
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
    expect(await measure()).toEqual(Array(3).fill({ lines: 2, isBelow: true }));
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('on the map', async () => {
    await more(page).click();
    const list = frameOf(page).getByRole('region', { name: /^Pick-up points/ });
    await expect(list.getByText('€ 2.49').first()).toBeVisible();
    await onPicker(page, (it) => it.showPoint(it.filter!.rules![0]!.ids![0]!));
    const card = frameOf(page).locator('.card');
    await expect(card.getByText('Too heavy for this one.')).toBeVisible();
    await expect(card.getByText('€ 2.49')).toHaveCount(0);
    await expect(card.getByRole('button', { name: /Choose/ })).toHaveCount(0);
  });
  const before = await radios(page).first().getAttribute('value');
  await onPicker(page, (element) => {
    element.close();
    element.city = 'Kraków';
  });
  await expect.poll(() => radios(page).first().getAttribute('value')).not.toBe(before);
});
