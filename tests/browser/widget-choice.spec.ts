import { expect, type Page } from '@playwright/test';
import type { PointSummary } from '../../src/lib/contract/point-summary-schema.ts';
import { still } from './come-to-rest.ts';
import {
  askForPoint,
  choosePoint,
  frameOf,
  onPicker,
  openCard,
  picker,
  readForm,
  recordEvents,
  test,
} from './widget-shop.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** After a choice: cancelled with a reason, checked again, and known by name before the picker is opened. */
onPublishedNetwork();

const KNOWN = 'PL_CZE10M';
const refusalsOf = async (readEvents: () => Promise<[string, unknown][]>) =>
  (await readEvents())
    .filter(([type]) => type === 'droppoint-invalid-selection')
    .map(([, detail]) => detail as { id: string; reason: string; alternatives: { point: { id: string } }[] });
const validityOf = (page: Page) =>
  onPicker(page, (element) => [element.checkValidity(), element.validationMessage]);

/** A shop's conditions on points, as it sets them, with the reason why a Polish locker doesn't match. */
const CONDITIONS = [
  ['country', (element) => (element.country = 'CZ')],
  ['type', (element) => (element.pointType = 'PUDO')],
  ['excluded', (element) => (element.excludeIds = 'PL_CZE10M')],
  ['filter', (element) => (element.filter = { types: ['PUDO'] })],
] as readonly [string, Parameters<typeof onPicker>[1]][];

test('a point that is opened before the order’s town is found stays open, and what is typed stays too', async ({
  page,
  shop,
}) => {
  let answer = () => {};
  let held = Promise.resolve();
  const hold = () => {
    held = new Promise((resolve) => (answer = resolve));
  };
  await page.route('**/places/**', async (route) => {
    await held;
    await route.continue();
  });
  const nextAsked = () => page.waitForRequest('**/places/**');
  const frame = frameOf(page);
  const field = frame.getByRole('combobox');
  const body =
    '<form><droppoint-picker id="picker" name="point" country="PL" city="Gdańsk"></droppoint-picker></form>';
  await shop.open(page, { body });
  hold();
  const asked = nextAsked();
  await onPicker(page, (element) => void element.open());
  await openCard(frame);
  const choose = frame.getByRole('button', { name: /^Choose this point/ });
  await expect(choose).toBeEnabled();
  await asked;
  await expect(field).toHaveValue('');
  answer();
  await expect(field).toHaveValue('Gdańsk');
  await choose.click();
  await expect.poll(() => readForm(page)).toEqual({ point: expect.stringMatching(/^PL_/) });

  hold();
  await shop.open(page, { body });
  const askedAgain = nextAsked();
  await onPicker(page, (element) => void element.open());
  await askedAgain;
  await field.fill('Kraków');
  answer();
  await expect(frame.getByRole('option', { name: /^Kraków/ }).first()).toBeVisible();
  await expect(field).toHaveValue('Kraków');
});

test('so does one that is opened before the search of a link is answered', async ({ page }) => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/places/**', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest('**/places/**');
  await page.goto('/?search=Kielce');
  await openCard(page);
  const choose = page.getByRole('button', { name: /^Choose this point/ });
  await expect(choose).toBeEnabled();
  await asked;
  const searched = page.waitForResponse('**/places/**');
  answer();
  await searched;
  // Distances are counted from there.
  await expect(page.locator('.dp-origin')).toHaveCount(1);
  await expect(choose).toBeVisible();
});

for (const isPreset of [false, true]) {
  const before = isPreset ? 'preset, and never opened' : 'after a choice';
  test(`changed conditions check the choice again and tell, each once: ${before}`, async ({ page, shop }) => {
    const readEvents = await recordEvents(page);
    await shop.open(page, { body: `<form>${picker(isPreset ? `value="${KNOWN}"` : '')}</form>` });
    if (!isPreset) {
      await onPicker(page, (element) => void element.open());
      expect(await choosePoint(page)).toBe(KNOWN);
    }
    expect(await validityOf(page)).toEqual([true, '']);
    for (const [at, [reason, change]] of CONDITIONS.entries()) {
      await onPicker(page, change);
      await expect.poll(() => validityOf(page)).toEqual([false, 'The shop doesn’t deliver to this point.']);
      const told = (await refusalsOf(readEvents)).slice(at);
      expect(told).toMatchObject([{ id: KNOWN, reason }]);
      await expect(page.locator('#picker').getByRole('status')).toContainText(
        'The shop doesn’t deliver to this point.',
      );
      // The choice stays until another is made, or until the conditions are as before.
      expect(await readForm(page)).toEqual({ point: KNOWN });
      await onPicker(page, (element) => {
        element.country = element.pointType = element.excludeIds = '';
        element.filter = null;
      });
      await expect.poll(() => validityOf(page)).toEqual([true, '']);
      expect(await refusalsOf(readEvents)).toHaveLength(at + 1);
    }
  });
}

test('what else changes sends for no frame', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker(`value="${KNOWN}"`)}</form>` });
  await onPicker(page, (element) => {
    element.city = 'Gdańsk';
    element.theme = 'dark';
    element.configure({ postalCode: '80-001' });
  });
  await still(page.locator(':root'));
  await expect(page.locator('#picker iframe')).toHaveCount(0);
});

test('mistyped, gone and not for this shop are three answers', async ({ page, shop }) => {
  const readEvents = await recordEvents(page);
  await shop.open(page, { body: `<form>${picker('mode="inline" country="PL"')}</form>` });
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  const ask = () =>
    onPicker(page, (element) => {
      element.value = element.dataset['ask']!;
      return element.validate();
    });
  const german = await fetchId(page, 'DE');
  for (const [id, status, reason, sentence] of [
    ['pl_cze10m', 'mistyped', 'mistyped', 'There is no pick-up point with this number.'],
    ['NOPE', 'mistyped', 'mistyped', 'There is no pick-up point with this number.'],
    ['PL_GONE', 'gone', 'gone', 'This pick-up point is no longer available.'],
    [german, 'exists', 'country', 'The shop doesn’t deliver to this point.'],
  ] as const) {
    await page.locator('#picker').evaluate((element, id) => (element.dataset['ask'] = id), id);
    expect(await ask()).toMatchObject({ status, isValid: false, errors: [{ code: reason }] });
    await expect.poll(() => validityOf(page)).toEqual([false, sentence]);
    const told = (await refusalsOf(readEvents)).at(-1)!;
    expect(told).toMatchObject({ id, reason });
    if (id === 'pl_cze10m')
      expect(told).toMatchObject({ meant: KNOWN, alternatives: [{ point: { id: KNOWN } }, {}, {}, {}, {}] });
  }
});

/** An id of a point in a country. */
async function fetchId(page: Page, country: string): Promise<string> {
  const origin = new URL(page.frames()[1]!.url()).origin;
  for (let at = 6; at > 0; at--) {
    const answer = await page.request.get(`${origin}/api/points?page=${at}&perPage=500`);
    const { items } = (await answer.json()) as { items: { id: string; country: string }[] };
    const found = items.find((item) => item.country === country && item.id.startsWith(`${country}_`));
    if (found) return found.id;
  }
  throw new Error(`no point in ${country}`);
}

test('a choice that the shop calls off says why, and another can be made', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => {
    element.addEventListener(
      'droppoint-select',
      (event) => {
        event.preventDefault();
        (event as CustomEvent<{ reason?: string }>).detail.reason = 'Too heavy for a locker.';
      },
      { once: true },
    );
    void element.open();
  });
  await askForPoint(page);
  const alert = frameOf(page).getByRole('alert');
  await expect(alert).toContainText('Too heavy for a locker.');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toHaveCount(0);
  expect(await readForm(page)).toEqual({});
  await frameOf(page)
    .getByRole('button', { name: /^Choose this point/ })
    .click();
  await expect.poll(() => readForm(page)).toEqual({ point: KNOWN });
});

for (const [how, accepted] of [
  ['resolves', true],
  ['rejects', false],
  ['prevents the default and then resolves', false],
] as const) {
  test(`a shop may take its time over a choice: its promise ${how}`, async ({ page, shop }) => {
    await shop.open(page, { body: `<form>${picker('mode="inline"')}</form>` });
    await page.locator('#picker').evaluate((element, how) => {
      element.addEventListener('droppoint-select', (event) => {
        const { detail } = event as CustomEvent<{ waitUntil(promise: Promise<void>): void }>;
        document.documentElement.dataset['asked'] = 'true';
        const decide = async () => {
          await new Promise<void>((resolve) =>
            document.addEventListener('decide', () => resolve(), { once: true }),
          );
          if (how === 'rejects') throw new Error('Sold out there.');
          if (how.startsWith('prevents')) event.preventDefault();
        };
        detail.waitUntil(decide());
      });
    }, how);
    await askForPoint(page);
    // The cancellation is a message, which takes a moment.
    await expect(page.locator('html')).toHaveAttribute('data-asked', 'true');
    expect(await readForm(page)).toEqual({});
    // The button shows that the shop is still checking.
    const choose = frameOf(page).getByRole('button', { name: /^Choose this point/ });
    await expect(choose).toHaveAttribute('aria-busy', 'true');
    await page.evaluate(() => document.dispatchEvent(new Event('decide')));
    if (accepted) await expect.poll(() => readForm(page)).toEqual({ point: KNOWN });
    else {
      const words = how === 'rejects' ? 'Sold out there.' : 'The shop doesn’t deliver to this point.';
      await expect(frameOf(page).getByRole('alert')).toContainText(words);
      expect(await readForm(page)).toEqual({});
    }
  });
}

test('who closes the dialog while the shop still thinks has chosen nothing', async ({ page, shop }) => {
  await shop.open(page, { body: `<form>${picker()}</form>` });
  await onPicker(page, (element) => {
    element.addEventListener('droppoint-select', (event) => {
      const { detail } = event as CustomEvent<{ waitUntil(promise: Promise<void>): void }>;
      document.documentElement.dataset['asked'] = 'true';
      detail.waitUntil(
        new Promise((resolve) => document.addEventListener('decide', () => resolve(), { once: true })),
      );
    });
    void element.open();
  });
  await askForPoint(page);
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'true');
  await onPicker(page, (element) => element.close());
  await page.evaluate(() => document.dispatchEvent(new Event('decide')));
  // Answered after all messages about the verdict.
  await onPicker(page, (element) => element.validate('PL_CZE10M'));
  expect(await readForm(page)).toEqual({});
  expect(await onPicker(page, (element) => element.selectedPoint)).toBeNull();
});

const ASKING_POLICY = "default-src * 'unsafe-inline'";

test('a preset point is shown by its name once it is seen, and nothing else is asked', async ({
  page,
  shop,
  droppoint,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(droppoint.origin)) asked.push(new URL(request.url()).pathname);
  });
  const body = `<form><p style="height: 300vh"></p>${picker(`value="${KNOWN}" with-details`)}</form>`;
  await shop.open(page, { body, policy: ASKING_POLICY });
  await expect(page.getByRole('button', { name: 'Change pick-up point' })).toBeAttached();
  await still(page.locator(':root'));
  expect(asked).toEqual(['/v1/droppoint.js']);
  await page.locator('#picker').scrollIntoViewIfNeeded();
  const state = page.locator('#picker').getByRole('status');
  await expect(state).not.toHaveText(KNOWN);
  await expect(state).toContainText(/Cz[eę]stochowa/i);
  expect(asked).toEqual(['/v1/droppoint.js', `/api/points/${KNOWN}`]);
  const summary = (await onPicker(page, (element) => element.selectedSummary))!;
  expect(summary).toMatchObject({ id: KNOWN, country: 'PL' });
  expect(await onPicker(page, (element) => element.selectedPoint)).toMatchObject({ id: KNOWN });
  expect(await readForm(page)).toMatchObject({
    point: KNOWN,
    point_name: summary.name,
    point_street: summary.street,
    point_buildingNumber: summary.buildingNumber,
    point_postalCode: summary.postalCode,
    point_city: summary.city,
    point_country: 'PL',
    point_latitude: String(summary.latitude),
    point_type: summary.type,
    point_lines: summary.lines.join('\n'),
    point_hours: JSON.stringify(summary.hours),
  });
});

for (const [reason, attributes] of [
  ['country', 'country="CZ"'],
  ['type', 'point-type="PUDO"'],
  ['excluded', `exclude-ids="${KNOWN}"`],
  ['excluded', `exclude-ids="${KNOWN},${'PL_OTHER,'.repeat(150)}"`],
] as const)
  test(`a preset point that the shop’s settings leave out is told before the picker is opened: ${attributes.slice(0, 40)}`, async ({
    page,
    shop,
  }) => {
    const readEvents = await recordEvents(page);
    const body = `<form>${picker(`value="${KNOWN}" required ${attributes}`)}</form>`;
    await shop.open(page, { body, policy: ASKING_POLICY });
    await expect.poll(() => refusalsOf(readEvents)).toMatchObject([{ id: KNOWN, reason }]);
    expect(await validityOf(page)).toEqual([false, 'The shop doesn’t deliver to this point.']);
  });

test('a preset point that is gone is told with others near the place that the shop names', async ({
  page,
  shop,
}) => {
  const readEvents = await recordEvents(page);
  const body = `<form>${picker('value="PL_CZEGONE1X" readonly')}</form>`;
  await shop.open(page, { body, policy: ASKING_POLICY });
  await expect.poll(() => refusalsOf(readEvents)).toHaveLength(1);
  const [told] = await refusalsOf(readEvents);
  expect(told).toMatchObject({ id: 'PL_CZEGONE1X', reason: 'gone' });
  expect(told!.alternatives).toHaveLength(5);
});

test('where the shop’s policy lets nobody ask, a preset point is its id', async ({ page, shop }) => {
  await page.addInitScript(() =>
    addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      Object.assign(window, { refused: effectiveDirective }),
    ),
  );
  await shop.open(page, { body: `<form>${picker(`value="${KNOWN}"`)}</form>` });
  await page.waitForFunction(() => 'refused' in window && window.refused === 'connect-src');
  await expect(page.locator('#picker').getByRole('status')).toHaveText(KNOWN);
  expect(await onPicker(page, (element) => element.checkValidity())).toBe(true);
});

test('the frame tells each point with the summary that the function gives: set, checked, offered instead, chosen', async ({
  page,
  shop,
  droppoint,
}) => {
  const answer = await page.request.get(`${droppoint.origin}/api/points/${KNOWN}`);
  const { summary } = (await answer.json()) as { summary: PointSummary };
  expect(summary).toMatchObject({ id: KNOWN, country: 'PL' });
  const readSummary = () => onPicker(page, (element) => element.selectedSummary);
  const readEvents = await recordEvents(page);
  // The strictest policy lets only the frame send requests.
  await shop.open(page, { body: `<form>${picker(`mode="inline" value="${KNOWN}"`)}</form>` });
  await expect.poll(readSummary).toEqual(summary);
  expect(await onPicker(page, (element) => element.validate())).toMatchObject({ isValid: true, summary });
  const closed = await onPicker(page, (element) => element.validate('PL_CLOSED'));
  expect([closed.isValid, closed.summary, closed.alternatives.length]).toEqual([false, undefined, 5]);
  expect(closed.alternatives.map((point) => point.summary?.id)).toEqual(
    closed.alternatives.map(({ point }) => point.id),
  );
  await onPicker(page, (element) => element.selectPoint(null));
  expect(await readSummary()).toBeNull();
  await expect(frameOf(page).getByRole('region', { name: 'Your pick-up point' })).toHaveCount(0);
  expect(await choosePoint(page)).toBe(KNOWN);
  expect(await readSummary()).toEqual(summary);
  const asked = (await readEvents()).find(([type]) => type === 'droppoint-select')?.[1];
  expect(asked).toMatchObject({ summary });
});
