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

test('the three nearest points stand in the page, are chosen by keyboard, and lead on to the map', async ({
  page,
  shop,
  droppoint,
}) => {
  const readEvents = await recordEvents(page);
  const policy = policyFor(droppoint.origin);
  await shop.open(page, { body: form(`${WARSAW} required`), policy });
  await expect(radios(page)).toHaveCount(3);
  const asked = await page.request.get(
    `${droppoint.origin}/api/nearest-points?city=Warszawa&country=PL&limit=3`,
  );
  const { points } = (await asked.json()) as {
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
  const chosen = await frameOf(page).locator('.card .code').innerText();
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

test('a label and a distance stay whole on a phone, and have a line of their own where text is twice as large', async ({
  page,
  shop,
  droppoint,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await shop.open(page, { body: form(WARSAW), policy: policyFor(droppoint.origin) });
  await onPicker(page, (element) => (element.filter = { rules: [{ label: '€ 2.49' }] }));
  const texts = page.locator('#picker label span:last-child');
  await expect(texts.filter({ hasText: '€ 2.49' })).toHaveCount(3);
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
  await page.setViewportSize({ width: 320, height: 640 });
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'));
  expect(await measure()).toEqual(Array(3).fill({ lines: 2, isBelow: true }));
});

test('asked to, the nearest point is chosen beforehand, unless one is chosen already', async ({
  page,
  shop,
  droppoint,
}) => {
  const policy = policyFor(droppoint.origin);
  await shop.open(page, { body: form(`${WARSAW} preselect`), policy });
  await expect(radios(page).first()).toBeChecked();
  const first = await radios(page).first().getAttribute('value');
  expect(await readForm(page)).toEqual({ point: first });
  await shop.open(page, { body: form(`${WARSAW} preselect value="PL_CZE10M"`), policy });
  await expect(radios(page)).toHaveCount(3);
  expect(await readForm(page)).toEqual({ point: 'PL_CZE10M' });
});

test('a choice that the shop calls off is taken back, and its reason shown', async ({
  page,
  shop,
  droppoint,
}) => {
  await shop.open(page, { body: form(WARSAW), policy: policyFor(droppoint.origin) });
  await onPicker(page, (element) =>
    element.addEventListener('droppoint-select', (event) => {
      event.preventDefault();
      (event as CustomEvent<{ reason?: string }>).detail.reason = 'This one is full today.';
    }),
  );
  await radios(page).first().click();
  await expect(page.locator('#picker').getByRole('status')).toHaveText('This one is full today.');
  await expect(radios(page).first()).not.toBeChecked();
  expect(await readForm(page)).toEqual({});
});

test('where the nearest can’t be told there is the button alone, which opens the map', async ({
  page,
  shop,
}) => {
  const button = page.getByRole('button', { name: 'Choose your pick-up point' });
  // The strictest policy doesn't let the page send requests.
  await shop.open(page, { body: form(WARSAW) });
  await expect(button).toBeVisible();
  await expect(radios(page)).toHaveCount(0);
  await shop.open(page, { body: form('mode="nearest"') });
  await button.click();
  await expect(frameOf(page).getByRole('main')).toBeVisible();
});

test('another address asks anew, and the shop’s rules count in the page and on the map', async ({
  page,
  shop,
  droppoint,
}) => {
  await shop.open(page, { body: form(WARSAW), policy: policyFor(droppoint.origin) });
  await expect(radios(page)).toHaveCount(3);
  const refused = (await radios(page).first().getAttribute('value'))!;
  await page.evaluate((id) => {
    const element = document.querySelector('droppoint-picker')!;
    element.filter = {
      rules: [
        { ids: [id], reason: 'Too heavy for this one.' },
        { types: ['APM'], label: '€ 2.90' },
        { label: '€ 4.90' },
      ],
    };
  }, refused);
  await expect(radios(page).first()).not.toHaveValue(refused);
  await expect(radios(page)).toHaveCount(3);
  await expect(radios(page).first()).toHaveAccessibleName(/€ [24]\.90/);

  await more(page).click();
  const list = frameOf(page).getByRole('region', { name: /^Pick-up points/ });
  await expect(list.getByText(/€ [24]\.90/).first()).toBeVisible();
  await onPicker(page, (it) => it.showPoint(it.filter!.rules![0]!.ids![0]!));
  const card = frameOf(page).locator('.card');
  await expect(card.getByText('Too heavy for this one.')).toBeVisible();
  await expect(card.getByText(/€ [24]\.90/)).toHaveCount(0);
  await expect(card.getByRole('button', { name: /Choose/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  const before = await radios(page).first().getAttribute('value');
  await onPicker(page, (element) => {
    element.close();
    element.city = 'Kraków';
  });
  await expect.poll(() => radios(page).first().getAttribute('value')).not.toBe(before);
});

test('a choice that the shop’s rules come to refuse is told with the rule’s reason', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: form('value="PL_CZE10M"') });
  await onPicker(page, (element) => {
    element.filter = { rules: [{ ids: ['PL_CZE10M'], reason: 'Too heavy for this one.' }] };
    void element.open();
  });
  await expect.poll(() => onPicker(page, (it) => it.validationMessage)).toBe('Too heavy for this one.');
  expect(await readEvents()).toContainEqual([
    'droppoint-invalid-selection',
    expect.objectContaining({ id: 'PL_CZE10M', reason: 'rule', message: 'Too heavy for this one.' }),
  ]);
});
