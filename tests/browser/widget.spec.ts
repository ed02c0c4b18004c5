import { expect, type Page } from '@playwright/test';
import {
  askForPoint,
  choosePoint,
  frameOf,
  onPicker,
  picker,
  readForm,
  recordEvents,
  test,
  watchComplaints,
} from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

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

/** Runs in a page: holds the frame's messages to the shop until `letGo` is called, as on a busy phone. */
function holdQuestions() {
  const { postMessage } = Object.getOwnPropertyDescriptors(MessagePort.prototype);
  const send = (port: MessagePort, message: unknown) => {
    Reflect.apply(postMessage.value as () => void, port, [message]);
  };
  const held: (() => void)[] = [];
  Object.assign(window, { held, letGo: () => held.forEach((act) => act()) });
  MessagePort.prototype.postMessage = function (message: unknown) {
    const isQuestion = (message as { type?: string } | null)?.type === 'select';
    if (isQuestion) held.push(() => send(this, message));
    else send(this, message);
  };
}

const innerFrame = (page: Page) => page.frames().find((each) => each.url().includes('/embed'))!;

const letGo = (page: Page) =>
  innerFrame(page).evaluate(() => (window as unknown as { letGo: () => void }).letGo());

test('a point chosen in the dialog is the form’s value, under the strictest policy of a shop', async ({
  page,
  shop,
}) => {
  const complaints = watchComplaints(page);
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('required with-details')}</form>` });
  expect(complaints).toEqual([]);
  expect(await readForm(page)).toEqual({});
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const id = await choosePoint(page);

  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await readForm(page)).toEqual({
    point: id,
    ...(await writtenDetails(page)),
  });
  const point = await onPicker(page, ({ selectedPoint }) => selectedPoint);
  expect(point).toMatchObject({ id, coordinates: {} });
  const { lines } = (await onPicker(page, ({ selectedSummary }) => selectedSummary))!;
  await expect(page.locator('#picker').getByRole('status')).toHaveText(lines.join('\n'), {
    useInnerText: true,
  });
  expect((await readEvents()).map(([type]) => type)).toEqual([
    'droppoint-ready',
    'droppoint-select',
    'input',
    'change',
    'droppoint-close',
  ]);
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeFocused();
  expect(complaints).toEqual([]);
});

test('a required point that is missing keeps the form from being sent, and says so at the button', async ({
  page,
  shop,
}) => {
  await shop.open(page, { body: `<form>${picker('required')}<button>Order</button></form>` });
  const trigger = page.getByRole('button', { name: 'Choose your pick-up point' });
  await expect(trigger).toBeVisible();
  expect(await onPicker(page, (element) => element.checkValidity())).toBe(false);
  await page.getByRole('button', { name: 'Order' }).click();
  await expect(trigger).toBeFocused();
  expect(page.url()).not.toContain('?');

  await onPicker(page, (element) => element.setCustomValidity('Not there, please.'));
  expect(await onPicker(page, (element) => element.validationMessage)).toBe('Not there, please.');
  await onPicker(page, (element) => {
    element.setCustomValidity('');
    element.value = 'PL_ADA01M';
  });
  expect(await onPicker(page, (element) => element.checkValidity())).toBe(true);
  await page.getByRole('button', { name: 'Order' }).click();
  await expect(page).toHaveURL(/\?point=PL_ADA01M$/);
});

test('a reset brings back the value the page began with, and a disabled fieldset takes part in nothing', async ({
  page,
  shop,
}) => {
  const field = `<fieldset>${picker('value="PL_FIRST" required')}</fieldset>`;
  await shop.open(page, { body: `<form>${field}</form>` });
  await expect(page.getByText('PL_FIRST')).toBeVisible();
  await onPicker(page, (element) => (element.value = 'PL_SECOND'));
  expect(await readForm(page)).toEqual({ point: 'PL_SECOND' });
  await page.evaluate(() => document.forms[0]?.reset());
  expect(await readForm(page)).toEqual({ point: 'PL_FIRST' });
  await page.evaluate(() => document.querySelector('fieldset')?.setAttribute('disabled', ''));
  expect(await readForm(page)).toEqual({});
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeDisabled();
  const refusal = await onPicker(page, (element) =>
    element.open().catch((error: unknown) => (error as { code: string }).code),
  );
  expect(refusal).toBe('disabled');
});

test('a choice that arrives after the dialog was closed is none: the shop isn’t asked', async ({
  page,
  shop,
}) => {
  await page.addInitScript(holdQuestions);
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  await askForPoint(page);
  await expect
    .poll(() => innerFrame(page).evaluate(() => (window as unknown as { held: unknown[] }).held.length))
    .toBe(1);
  await onPicker(page, (element) => element.close());
  await expect(page.getByRole('dialog')).toBeHidden();
  await letGo(page);
  // The frame has received its answer by the time the next one is given.
  await onPicker(page, (element) => element.configure({ zoom: 12 }));
  await onPicker(page, (element) => element.validate('NO_SUCH'));
  expect((await readEvents()).map(([type]) => type)).not.toContain('droppoint-select');
  expect(await readForm(page)).toEqual({});
});

test('while the shop’s page thinks a choice over, another card lends it neither its name nor its mark', async ({
  page,
  shop,
}) => {
  await page.addInitScript(holdQuestions);
  await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
  const frame = frameOf(page);
  const rows = frame.locator('.row[aria-busy="false"]');
  const [first, second] = [
    await rows.nth(0).locator('.name').innerText(),
    await rows.nth(1).locator('.name').innerText(),
  ];
  await rows.nth(0).click();
  await frame.getByRole('button', { name: /^Choose this point/ }).click();
  await frame.getByRole('button', { name: 'Close', exact: true }).click();
  await rows.nth(1).click();
  await expect(frame.getByRole('heading', { name: second })).toBeVisible();
  await expect(frame.getByRole('button', { name: /^Choose this point/ })).toBeEnabled();
  await letGo(page);
  await expect(frame.getByRole('region', { name: 'Your pick-up point' })).toContainText(first);
  await expect(frame.getByRole('status').filter({ hasText: `Chosen: ${first}` })).toBeAttached();
  await expect(frame.locator('.dp-pin[data-chosen]')).toHaveCount(1);
  await expect(frame.locator('.dp-pin[data-chosen][data-selected]')).toHaveCount(0);
  await expect(frame.getByRole('heading', { name: second })).toBeVisible();
});

test('the dialog closes by Escape on either side, its button, the back button and close(), and tells how', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker()}</form><p style="height: 200vh"></p>` });
  const trigger = page.getByRole('button', { name: 'Choose your pick-up point' });
  const dialog = page.getByRole('dialog');
  const ways: [string, () => Promise<unknown>][] = [
    ['escape', () => page.keyboard.press('Escape')],
    [
      'escape',
      async () => {
        await frameOf(page).getByRole('button', { name: 'Zoom in', exact: true }).focus();
        await page.keyboard.press('Escape');
      },
    ],
    ['button', () => page.getByRole('button', { name: 'Close', exact: true }).click()],
    ['back', () => page.goBack()],
    ['method', () => onPicker(page, (element) => element.close())],
  ];
  const [{ url }] = [{ url: page.url() }];
  for (const [, close] of ways) {
    await trigger.click();
    await expect(dialog).toBeVisible();
    await expect(frameOf(page).getByRole('main')).toBeVisible();
    // The frame fills the dialog below its header.
    const [{ y, height }, frame] = [
      (await dialog.boundingBox())!,
      (await page.locator('#picker iframe').boundingBox())!,
    ];
    expect(frame.y + frame.height).toBe(y + height);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('hidden');
    await close();
    await expect(dialog).toBeHidden();
    await expect(trigger).toBeFocused();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).not.toBe(
      'hidden',
    );
    expect(page.url()).toBe(url);
    await expect
      .poll(() => page.evaluate(() => (history.state as { droppoint?: number } | null)?.droppoint))
      .toBeUndefined();
  }
  const reasons = (await readEvents())
    .filter(([type]) => type === 'droppoint-close')
    .map(([, detail]) => (detail as { reason: string }).reason);
  expect(reasons).toEqual(ways.map(([reason]) => reason));
});

test('before the first interaction nothing is asked of the frame’s host but the script', async ({
  page,
  shop,
  droppoint,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(droppoint.origin)) asked.push(new URL(request.url()).pathname);
  });
  await shop.open(page, { body: `<form>${picker()}</form>` });
  const trigger = page.getByRole('button', { name: 'Choose your pick-up point' });
  await expect(trigger).toBeVisible();
  const link = page.locator('#picker link');
  await expect(link).not.toHaveAttribute('href');
  await trigger.hover();
  await expect(link).toHaveAttribute('href', droppoint.origin);
  expect(asked).toEqual(['/v1/droppoint.js']);
});

test('what the page has set is looked up: a point is written out, one that is gone makes the field invalid', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => void element.open());
  const id = await choosePoint(page);
  await shop.open(page, { body: `<form>${picker(`mode="inline" value="${id}"`)}</form>` });
  await expect.poll(() => onPicker(page, (element) => element.selectedPoint?.id)).toBe(id);
  expect((await readEvents()).map(([type]) => type)).not.toContain('change');
  expect(await onPicker(page, (element) => element.validate())).toMatchObject({ isValid: true, errors: [] });

  await onPicker(page, (element) => (element.value = 'PL_GONE'));
  await expect.poll(() => onPicker(page, (element) => element.checkValidity())).toBe(false);
  const told = (await readEvents()).find(([type]) => type === 'droppoint-invalid-selection');
  expect(told?.[1]).toMatchObject({ id: 'PL_GONE', reason: 'gone' });
  const { alternatives } = told![1] as { alternatives: unknown[] };
  expect(alternatives.length).toBeGreaterThan(0);
  expect(await onPicker(page, (element) => element.selectPoint('PL_GONE').catch(() => 'refused'))).toBe(
    'refused',
  );
});

test('without scripts the shop’s own control is there; with them it is out of the way', async ({
  page,
  shop,
}) => {
  const select = '<select name="point"><option value="PL_A">A</option></select>';
  await shop.open(page, { body: `<form>${picker('', select)}</form>` });
  await expect(page.getByRole('button', { name: 'Choose your pick-up point' })).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
  expect(await readForm(page)).toEqual({});
});

test('a frame that never answers gives way to the shop’s own control, tells of it, and can be tried again', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  await page.clock.install();
  const body = "<script>parent.postMessage({ droppoint: 1, type: 'here' }, '*')</script>";
  await page.route('**/embed', (route) => route.fulfill({ contentType: 'text/html', body }));
  const select = '<select name="point"><option value="PL_A">A</option></select>';
  await shop.open(page, { body: `<form>${picker('required', select)}</form>` });
  const code = onPicker(page, (element) =>
    element.open().catch((error: unknown) => (error as { code: string }).code),
  );
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.clock.fastForward(20_000);
  expect(await code).toBe('timeout');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('status')).toHaveText('The points could not be loaded.');
  await expect(page.getByRole('combobox')).toBeVisible();
  expect(await readForm(page)).toEqual({ point: 'PL_A' });
  expect(await onPicker(page, (element) => [element.value, element.checkValidity()])).toEqual(['PL_A', true]);
  const error = (await readEvents()).find(([type]) => type === 'droppoint-error');
  expect(error?.[1]).toMatchObject({ code: 'timeout', retryable: true });

  await page.unroute('**/embed');
  await page.clock.resume();
  await page.getByRole('button', { name: 'Choose your pick-up point' }).click();
  await choosePoint(page);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  expect(Object.keys(await readForm(page))).toEqual(['point']);
});
