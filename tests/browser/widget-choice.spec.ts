import { expect, type Page } from '@playwright/test';
import type { PointSummary } from '#contract/point-summary-schema.ts';
import { still } from './come-to-rest.ts';
import { requestPoint, frameOf, onPicker, picker, readForm, recordEvents, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/**
 * Possible answers of shop and network to a choice: rejected, changed conditions, mistyped, gone.
 */
onPublishedNetwork();

const KNOWN = 'PL_CZE10M';
const NOT_HERE = 'The shop doesn’t deliver to this point.';
const refusalsOf = async (readEvents: () => Promise<[string, unknown][]>) =>
  (await readEvents())
    .filter(([type]) => type === 'droppoint-invalid-selection')
    .map(([, detail]) => detail as { id: string; reason: string; alternatives: { point: { id: string } }[] });
const validityOf = (page: Page) =>
  onPicker(page, (element) => [element.checkValidity(), element.validationMessage]);

// Proves: accessibility/mistyped.
test('Choice: mistyped, gone and unsuitable points have three different answers', async ({
  page,
  shop,
  droppoint,
}) => {
  const near = await page.request.get(
    `${droppoint.origin}/api/nearest-points?country=DE&city=Berlin&limit=1`,
  );
  const [other] = ((await near.json()) as { points: { point: { id: string } }[] }).points;
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('mode="inline" country="PL"')}</form>` });
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  const send = () =>
    onPicker(page, (element) => {
      element.value = element.dataset['ask']!;
      return element.validate();
    });
  for (const [id, status, reason, sentence] of [
    ['pl_cze10m', 'mistyped', 'mistyped', 'There is no pick-up point with this number.'],
    ['PL_GONE', 'gone', 'gone', 'This pick-up point is no longer available.'],
    [other!.point.id, 'exists', 'country', NOT_HERE],
  ] as const) {
    await page.locator('#picker').evaluate((element, id) => (element.dataset['ask'] = id), id);
    expect(await send()).toMatchObject({ status, isValid: false, errors: [{ code: reason }] });
    await expect.poll(() => validityOf(page)).toEqual([false, sentence]);
    const received = (await refusalsOf(readEvents)).at(-1)!;
    expect(received).toMatchObject({ id, reason });
    if (id === 'pl_cze10m')
      expect(received).toMatchObject({
        meant: KNOWN,
        alternatives: [{ point: { id: KNOWN } }, {}, {}, {}, {}],
      });
  }
  const card = frameOf(page).locator('.card');
  await expect(card).toContainText(NOT_HERE);
  await expect(card.getByRole('button', { name: /^Choose/ })).toHaveCount(0);
});

test('Choice: a choice that the shop rejects says why; one that it is still checking waits, and is made on acceptance', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => {
    let times = 0;
    element.addEventListener('droppoint-select', (event) => {
      const { detail } = event as CustomEvent<{ reason?: string; waitUntil(promise: Promise<void>): void }>;
      if (times++ === 0) {
        event.preventDefault();
        detail.reason = 'Too heavy for a locker.';
        return;
      }
      document.documentElement.dataset['asked'] = 'true';
      detail.waitUntil(
        new Promise((resolve) => document.addEventListener('decide', () => resolve(), { once: true })),
      );
    });
    void element.open();
  });
  await requestPoint(page);
  await expect(frameOf(page).getByRole('alert')).toContainText('Too heavy for a locker.');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toHaveCount(0);
  expect(await readForm(page)).toEqual({});

  const choose = frameOf(page).getByRole('button', { name: /^Choose this point/ });
  await choose.click();
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true');
  // The button shows that the shop is still checking.
  await expect(choose).toHaveAttribute('aria-busy', 'true');
  expect(await readForm(page)).toEqual({});
  await page.evaluate(() => document.dispatchEvent(new Event('decide')));
  await expect.poll(() => readForm(page)).toEqual({ point: KNOWN });
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('Choice: a preset point is shown by name once it is visible, checked again when the shop’s conditions change, and has the function’s summary', async ({
  page,
  shop,
  droppoint,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(droppoint.origin)) requested.push(new URL(request.url()).pathname);
  });
  const readEvents = await recordEvents(page);
  const body = `<form><p style="height: 300vh"></p>${picker(`value="${KNOWN}" with-details`)}</form>`;
  await shop.open(page, { body, policy: "default-src * 'unsafe-inline'" });
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeAttached();
  await still(page.locator(':root'));
  expect(requested).toEqual(['/v1/droppoint.js']);
  await page.locator('#picker').scrollIntoViewIfNeeded();
  const status = page.locator('#picker').getByRole('status');
  await expect(status).toContainText(/Cz[eę]stochowa/i);
  expect(requested).toEqual(['/v1/droppoint.js', `/api/points/${KNOWN}`]);
  const answer = await page.request.get(`${droppoint.origin}/api/points/${KNOWN}`);
  const { summary } = (await answer.json()) as { summary: PointSummary };
  expect(await onPicker(page, (element) => element.selectedSummary)).toEqual(summary);
  expect(await readForm(page)).toMatchObject({ point: KNOWN, point_city: summary.city, point_country: 'PL' });

  await onPicker(page, (element) => (element.country = 'CZ'));
  await expect.poll(() => validityOf(page)).toEqual([false, NOT_HERE]);
  await expect(status).toContainText(NOT_HERE);
  expect(await refusalsOf(readEvents)).toMatchObject([{ id: KNOWN, reason: 'country' }]);
  // The choice stays until another is made, or until the conditions are as before.
  expect(await readForm(page)).toMatchObject({ point: KNOWN });
  await onPicker(page, (element) => (element.country = ''));
  await expect.poll(() => validityOf(page)).toEqual([true, '']);
  await expect.poll(() => onPicker(page, (element) => element.selectedSummary)).toEqual(summary);
  expect((await readEvents()).map(([type]) => type)).not.toContain('change');
});
