import { expect } from '@playwright/test';
import { extentOf, type PinKind } from '../../src/lib/map/pin-drawings.ts';
import { findStack } from '../find-stack.ts';
import { rest } from './come-to-rest.ts';
import { test } from './droppoint.ts';
import { measureGrid } from './measure-grid.ts';
import { PICKER_STATES, rowsOf } from './picker-states.ts';

/** How far outside of a field its focus ring reaches. */
const FOCUS_RING_PX = 5;
test.beforeAll(({ droppoint }) => droppoint.publish());
test.afterAll(({ droppoint }) => droppoint.unpublish());

for (const [path, ready] of [
  ['/network', 'table, .chart'],
  ['/configure', 'droppoint-picker'],
  ['/account', '.button.primary'],
] as const)
  test(`the page ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator(ready).first()).toBeAttached();
    await page.waitForLoadState('networkidle');
    expect(await measureGrid(page, '.page > *:first-child', '.page')).toEqual([]);
  });

test('on a phone on its side three whole rows are in view, also with a point chosen', async ({
  page,
  droppoint,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const countWhole = () =>
    rowsOf(page).evaluateAll((rows) => {
      const list = rows[0]!.closest('.scroller')!.getBoundingClientRect();
      const isWhole = ({ top, bottom }: DOMRect) =>
        top >= list.top && bottom <= Math.min(list.bottom, innerHeight);
      return rows.filter((row) => isWhole(row.getBoundingClientRect())).length;
    });
  for (const name of ['list', 'chosen']) {
    await PICKER_STATES.find((state) => state.name === name)!.reach(page, droppoint);
    await rest(page);
    await expect.poll(countWhole, name).toBeGreaterThanOrEqual(3);
  }
});

test('a note on what was found neither pushes the map nor covers the field’s focus ring', async ({
  page,
  droppoint,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await PICKER_STATES.find(({ name }) => name === 'list')!.reach(page, droppoint);
  const map = page.locator('.map-area');
  const before = await map.boundingBox();
  await page.getByRole('combobox').fill('Dworcowa 987, Warszawa');
  await page.keyboard.press('Enter');
  const note = page.getByRole('search').locator('.note');
  await expect(note).toBeVisible();
  expect(await map.boundingBox()).toEqual(before);
  const { x, y, width } = (await note.boundingBox())!;
  expect([x, width]).toEqual([0, 390]);
  const field = (await page.getByRole('search').locator('.box').boundingBox())!;
  expect(y).toBeGreaterThanOrEqual(field.y + field.height + FOCUS_RING_PX);
});

test('beside the zoom buttons the map can be pressed', async ({ page }) => {
  await page.goto('/');
  const { x, y } = (await page.locator('.dp-zoom').boundingBox())!;
  const pressed = await page.evaluate(
    ([left, top]) => document.elementFromPoint(left! - 20, top! + 20)!.className,
    [x, y],
  );
  expect(pressed).not.toContain('dp-edge');
});

test('a pin’s drawing lies in the box that names keep clear of, and fills it', async ({
  page,
  droppoint,
}) => {
  await page.goto(await findStack(droppoint.origin));
  await expect(page.locator('.dp-pin-stack')).toBeVisible();
  const found = await page.locator('.dp-pin:has(svg)').evaluateAll((pins) =>
    pins.map((pin) => {
      const box = pin.getBoundingClientRect();
      const [tip, spot] = [box.x + box.width / 2, box.bottom];
      let [aside, above] = [0, 0];
      for (const outline of pin.querySelectorAll<SVGPathElement>('.dp-pin-outline, .dp-pin-behind')) {
        const half = parseFloat(getComputedStyle(outline).strokeWidth) / 2;
        for (let at = 0; at < outline.getTotalLength(); at++) {
          const { x, y } = outline.getPointAtLength(at).matrixTransform(outline.getScreenCTM()!);
          aside = Math.max(aside, Math.abs(x - tip) + half);
          above = Math.max(above, spot - y + half);
        }
      }
      return { kind: /dp-pin-(locker|shop|other|stack)/.exec(pin.getAttribute('class')!)![1]!, aside, above };
    }),
  );
  expect(found.map(({ kind }) => kind)).toContain('stack');
  for (const { kind, aside, above } of found) {
    const extent = extentOf(kind as PinKind);
    expect(extent.aside - aside, kind).toBeGreaterThanOrEqual(0);
    expect(extent.aside - aside, kind).toBeLessThan(1);
    expect(extent.above - above, kind).toBeGreaterThanOrEqual(0);
  }
});
