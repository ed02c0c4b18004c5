import { expect } from '@playwright/test';
import {
  choosePoint,
  onPicker,
  picker,
  readForm,
  recordEvents,
  test,
  watchComplaints,
} from './widget-shop.ts';

test.skip(
  ({ runtime }) => runtime === 'workerd',
  'at the edge the published folder is deployed with the pages',
);

test.beforeAll(({ droppoint }) => droppoint.publish());
test.afterAll(({ droppoint }) => droppoint.unpublish());

test('a point chosen in the dialog is the form’s value, under the strictest policy of a shop', async ({
  page,
  shop,
}) => {
  const complaints = watchComplaints(page);
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('required with-details')}</form>` });
  expect(complaints).toEqual([]);
  expect(await readForm(page)).toEqual({});
  await page.getByRole('button', { name: 'Choose a drop-off point' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const id = await choosePoint(page);

  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await readForm(page)).toEqual({
    point: id,
    point_country: expect.stringMatching(/^[A-Z]{2}$/) as unknown,
    point_type: expect.stringMatching(/^(APM|PUDO)$/) as unknown,
  });
  const point = await onPicker(page, ({ selectedPoint }) => selectedPoint);
  expect(point).toMatchObject({ id, coordinates: {} });
  expect((await readEvents()).map(([type]) => type)).toEqual([
    'droppoint-ready',
    'droppoint-select',
    'input',
    'change',
    'droppoint-close',
  ]);
  await expect(page.getByRole('button', { name: 'Change drop-off point' })).toBeFocused();
  expect(complaints).toEqual([]);
});
