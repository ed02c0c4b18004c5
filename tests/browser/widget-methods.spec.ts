import { expect } from '@playwright/test';
import { frameOf, onPicker, picker, readForm, recordEvents, test } from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

onPublishedNetwork();

const KNOWN = 'PL_CZE10M';

// Proves: embedding/methods, embedding/events.
test('Methods: they reach the picker, whose events are dispatched without any typed text', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const readEvents = await recordEvents(page);
  /** The details of all events of one type so far. */
  const detailsOf = async (type: string) =>
    (await readEvents()).filter(([name]) => name === `droppoint-${type}`).map(([, detail]) => detail);
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  const frame = frameOf(page);
  const bar = frame.getByRole('region', { name: 'Your pick-up point' });
  const first = frame.locator('section.list').getByRole('listitem').first();
  await expect(first).toBeVisible();

  await frame.getByRole('button', { name: 'Show the map', exact: true }).click();
  await expect.poll(() => detailsOf('view')).toEqual([{ view: 'map' }]);
  await frame.getByRole('button', { name: /^Filters/ }).click();
  await frame.getByRole('checkbox', { name: /^Shop or counter/ }).check();
  await expect
    .poll(() => detailsOf('filter'))
    .toMatchObject([{ filter: { types: ['PUDO'], openNow: false } }]);
  await frame.getByRole('checkbox', { name: /^Shop or counter/ }).uncheck();
  await frame.getByRole('button', { name: 'Show the points' }).click();
  await page.setViewportSize({ width: 1280, height: 800 });

  await onPicker(page, (element) => element.search('Kraków'));
  await expect(first).toContainText(/Krak/i);
  expect(await detailsOf('search')).toEqual([{ kind: 'place' }]);
  await onPicker(page, (element) => element.changePosition({ latitude: 54.34042, longitude: 18.65953 }, 14));
  await expect(first).toContainText(/Gda/i);
  await expect(first.locator('.distance')).toContainText(/\b\d{1,2} m\b/);

  expect(await onPicker(page, (element) => element.selectPoint('PL_CZE10M'))).toMatchObject({ id: KNOWN });
  expect(await readForm(page)).toEqual({ point: KNOWN });
  await expect(bar).toBeVisible();
  expect(await onPicker(page, (element) => element.validate())).toMatchObject({ isValid: true, errors: [] });
  expect(await onPicker(page, (element) => element.selectPoint('PL_GONE').catch(() => 'refused'))).toBe(
    'refused',
  );
  const near = await onPicker(page, (element) =>
    element.validate('PL_GONE').then(({ isValid, alternatives }) => [isValid, alternatives.length]),
  );
  expect(near).toEqual([false, 5]);
  expect(await onPicker(page, (element) => element.selectPoint(null))).toBeNull();
  expect(await readForm(page)).toEqual({});
  await expect(bar).toHaveCount(0);

  await onPicker(page, (element) => element.showPoint('PL_CZE10M'));
  await expect(frame.locator('.code').first()).toHaveText(KNOWN);
  expect(await readForm(page)).toEqual({});
  await onPicker(page, (element) => element.showPoint('PL_GONE'));
  await expect
    .poll(() => detailsOf('invalid-selection'))
    .toMatchObject([{ id: 'PL_GONE', reason: 'gone', alternatives: [{}, {}, {}, {}, {}] }]);

  await onPicker(page, (element) => element.selectPoint('PL_CZE10M'));
  await onPicker(page, (element) => element.destroy());
  await expect(page.locator('#picker iframe')).toHaveCount(0);
  expect(await readForm(page)).toEqual({ point: KNOWN });
  // A question asked afterwards is a new one.
  expect(await onPicker(page, (element) => element.validate())).toMatchObject({ isValid: true });
  await onPicker(page, (element) => element.reset());
  expect(await readForm(page)).toEqual({});
});
