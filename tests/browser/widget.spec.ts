import { expect, type Page } from '@playwright/test';
import {
  choosePoint,
  frameOf,
  onPicker,
  openCard,
  picker,
  readForm,
  recordEvents,
  test,
  watchComplaints,
} from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/**
 * From the first press to the submitted form, and the shop's page if the picker can't be loaded.
 */
onPublishedNetwork();

/** The summary as `with-details` sends it. */
const writtenDetails = (page: Page) =>
  onPicker(page, ({ selectedSummary }) =>
    Object.fromEntries(
      Object.entries(selectedSummary!)
        .filter(([, value]) => value !== null)
        .map(([key, value]) => [
          `point_${key}`,
          key === 'lines'
            ? (value as string[]).join('\n')
            : typeof value === 'object'
              ? JSON.stringify(value)
              : String(value as string),
        ]),
    ),
  );

const trigger = (page: Page) => page.getByRole('button', { name: 'Choose your pick-up point' });
const statusOf = (page: Page) => page.locator('#picker').getByRole('status');
const FALLBACK = '<label>Number <input name="point" required></label>';

// Proves: embedding/events.
test('Widget: a point chosen in the dialog becomes the form’s value, under the strictest policy of a shop', async ({
  page,
  shop,
  droppoint,
}) => {
  const complaints = watchComplaints(page);
  const readEvents = await recordEvents(page);
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(droppoint.origin)) requested.push(new URL(request.url()).pathname);
  });
  await shop.open(page, { body: `<form>${picker('required with-details')}<button>Order</button></form>` });
  const link = page.locator('#picker link');
  await expect(link).not.toHaveAttribute('href');
  await trigger(page).hover();
  await expect(link).toHaveAttribute('href', droppoint.origin);
  expect(requested, 'before the first press').toEqual(['/v1/droppoint.js']);
  expect(await readForm(page)).toEqual({});

  await trigger(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const id = await choosePoint(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  const sent = { point: id, ...(await writtenDetails(page)) };
  expect(await readForm(page)).toEqual(sent);
  const { lines } = (await onPicker(page, ({ selectedSummary }) => selectedSummary))!;
  await expect(statusOf(page)).toHaveText(lines.join('\n'), { useInnerText: true });
  expect((await readEvents()).map(([type]) => type)).toEqual([
    'droppoint-ready',
    'droppoint-select',
    'input',
    'change',
    'droppoint-close',
  ]);
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeFocused();
  expect(complaints).toEqual([]);

  await page.getByRole('button', { name: 'Order' }).click();
  await expect(page).toHaveURL(new RegExp(`\\?point=${id}&`));
  // After going back, the page has the choice again, and knows the point.
  await page.goBack();
  await expect(page).toHaveURL(/checkout$/);
  await expect.poll(() => readForm(page)).toEqual(sent);
  await expect(statusOf(page)).toHaveText(lines.join('\n'), { useInnerText: true });
  expect(await onPicker(page, ({ selectedPoint }) => selectedPoint)).toMatchObject({ id, coordinates: {} });
});

// Proves: accessibility/required.
test('Widget: a required but missing point blocks the form and is reported at the button; reset and a disabled fieldset work', async ({
  page,
  shop,
}) => {
  const field = `<fieldset>${picker('required')}</fieldset>`;
  await shop.open(page, { body: `<form>${field}<button>Order</button></form>` });
  const states = () =>
    onPicker(page, (element) =>
      ['chosen', 'loading', 'failed', 'user-invalid'].filter((state) => element.matches(`:state(${state})`)),
    );
  await expect(trigger(page)).toBeVisible();
  expect(await states()).toEqual([]);
  await page.getByRole('button', { name: 'Order' }).click();
  await expect(trigger(page)).toBeFocused();
  expect(page.url()).not.toContain('?');
  expect(await states()).toEqual(['user-invalid']);
  expect(await onPicker(page, (element) => element.validationMessage)).toBe('Choose your pick-up point');

  await onPicker(page, (element) => (element.value = 'PL_SECOND'));
  expect(await readForm(page)).toEqual({ point: 'PL_SECOND' });
  expect(await onPicker(page, (element) => element.form!.checkValidity())).toBe(true);
  expect(await states()).toEqual(['chosen']);
  await page.evaluate(() => document.forms[0]?.reset());
  expect([await readForm(page), await states()]).toEqual([{}, []]);

  await onPicker(page, (element) => (element.value = 'PL_SECOND'));
  await page.evaluate(() => document.querySelector('fieldset')?.setAttribute('disabled', ''));
  expect(await readForm(page)).toEqual({});
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeDisabled();
  const refusal = await onPicker(page, (element) =>
    element.open().catch((error: unknown) => (error as { code: string }).code),
  );
  expect(refusal).toBe('disabled');
});

// Proves: accessibility/dialog.
test('Widget: Escape on either side, the button, Back and close() close the dialog, with a reason; an open card closes first', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker()}</form><p style="height: 200vh"></p>` });
  await page.evaluate(() => history.pushState({ step: 2 }, '', '#step-2'));
  const dialog = page.getByRole('dialog');
  const card = frameOf(page).locator('.card');
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  /** Number of our history entries: the dialog and the layers open in it. */
  const layers = () =>
    page.evaluate(() => (history.state as { droppoint?: [string, number] } | null)?.droppoint?.[1]);
  const ways: [string, () => Promise<unknown>][] = [
    [
      'escape',
      async () => {
        await openCard(frameOf(page));
        await expect(card).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(card).toBeHidden();
        await expect(dialog).toBeVisible();
        await page.keyboard.press('Escape');
      },
    ],
    [
      'escape',
      async () => {
        await frameOf(page).getByRole('button', { name: 'Zoom in', exact: true }).focus();
        await page.keyboard.press('Escape');
      },
    ],
    ['button', () => page.getByRole('button', { name: 'Close', exact: true }).click()],
    [
      'back',
      async () => {
        await openCard(frameOf(page));
        await expect.poll(layers).toBe(2);
        await page.goBack();
        await expect(card).toBeHidden();
        await expect(dialog).toBeVisible();
        await page.goBack();
      },
    ],
    ['method', () => onPicker(page, (element) => element.close())],
  ];
  for (const [, close] of ways) {
    await trigger(page).click();
    await expect(frameOf(page).getByRole('main')).toBeVisible();
    await expect.poll(layers).toBe(1);
    // The frame fills the dialog below its header.
    const [{ y, height }, frame] = [
      (await dialog.boundingBox())!,
      (await page.locator('#picker iframe').boundingBox())!,
    ];
    expect(frame.y + frame.height).toBe(y + height);
    expect(await overflow()).toBe('hidden');
    await close();
    await expect(dialog).toBeHidden();
    await expect(trigger(page)).toBeFocused();
    expect(await overflow()).not.toBe('hidden');
    // The shop's own step is left as it was.
    await expect(page).toHaveURL(/#step-2$/);
    await expect.poll(() => page.evaluate(() => history.state as object)).toEqual({ step: 2 });
  }
  const reasons = (await readEvents())
    .filter(([type]) => type === 'droppoint-close')
    .map(([, detail]) => (detail as { reason: string }).reason);
  expect(reasons).toEqual(ways.map(([reason]) => reason));
});

// Proves: accessibility/fallback, embedding/fallback.
test('Widget: without scripts the shop’s own control is used, and with scripts it is hidden', async ({
  browser,
  page,
  shop,
}) => {
  const body = `<form>${picker('', FALLBACK)}</form>`;
  const scriptless = await browser.newContext({ javaScriptEnabled: false });
  const plain = await scriptless.newPage();
  await shop.open(plain, { body });
  await expect(plain.getByLabel('Number')).toBeEnabled();
  await expect(plain.getByRole('button')).toHaveCount(0);
  await scriptless.close();

  await shop.open(page, { body });
  await expect(trigger(page)).toBeVisible();
  await expect(page.getByLabel('Number')).toBeHidden();
  expect(await readForm(page)).toEqual({});
});

test('Widget: a frame that never answers is replaced by the shop’s own control, whose value counts, and can be retried', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await page.clock.install();
  const body = "<script>parent.postMessage({ droppoint: 1, type: 'here' }, '*')</script>";
  await page.route('**/embed', (route) => route.fulfill({ contentType: 'text/html', body }));
  await shop.open(page, { body: `<form>${picker('required', FALLBACK)}</form>` });
  const code = onPicker(page, (element) =>
    element.open().catch((error: unknown) => (error as { code: string }).code),
  );
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.fastForward(20_000);
  expect(await code).toBe('timeout');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('status')).toHaveText('Loading failed.');
  const error = (await readEvents()).find(([type]) => type === 'droppoint-error');
  expect(error?.[1]).toMatchObject({ code: 'timeout', retryable: true });
  const read = () =>
    onPicker(page, (element) => [
      element.value,
      element.checkValidity(),
      element.matches(':state(failed)'),
      element.matches(':state(chosen)'),
    ]);
  expect(await read()).toEqual(['', false, true, false]);
  await page.getByLabel('Number').fill('PL_TYPED');
  expect(await read()).toEqual(['PL_TYPED', true, true, true]);
  expect(await readForm(page)).toEqual({ point: 'PL_TYPED' });

  await page.unroute('**/embed');
  await page.clock.resume();
  await trigger(page).click();
  const id = await choosePoint(page);
  await expect(page.getByLabel('Number')).toBeHidden();
  expect(await read()).toEqual([id, true, false, true]);
  expect(await readForm(page)).toEqual({ point: id });
});
