import { expect, type Page } from '@playwright/test';
import { extentOfPin, type PinKind } from '../../src/lib/map/pin-drawings.ts';
import { findStack } from '../find-stack.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { CITY, fieldOf, listOf, openList } from './picker-states.ts';
import { turnRound } from './turn-round.ts';

onPublishedNetwork();

/** Distance by which a field's focus ring extends beyond the field. */
const FOCUS_RING_PX = 5;

/** For each pin, how far its drawing extends beside and above its spot. */
const measurePins = (page: Page) =>
  page.locator('.dp-pin:has(svg)').evaluateAll((pins) =>
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

test('Map: a hovered pin marks its rows, and the drawings of pins, zoom buttons and notes leave the rest of the map free', async ({
  page,
  droppoint,
}) => {
  await page.goto(await findStack(droppoint.origin));
  const pin = page.locator('.dp-pin-stack').first();
  await expect(pin).toBeVisible();
  const drawn = await measurePins(page);
  expect(drawn.map(({ kind }) => kind)).toContain('stack');
  for (const { kind, aside, above } of drawn) {
    const extent = extentOfPin(kind as PinKind);
    expect(extent.aside - aside, `${kind}: names keep clear of it`).toBeGreaterThanOrEqual(0);
    expect(extent.aside - aside, `${kind}: it fills its box`).toBeLessThan(1);
    expect(extent.above - above, `${kind}: names keep clear of its top`).toBeGreaterThanOrEqual(0);
  }
  const { x, y } = (await page.locator('.dp-zoom').boundingBox())!;
  const beside = await page.evaluate(
    ([left, top]) => document.elementFromPoint(left! - 20, top! + 20)!.className,
    [x, y],
  );
  expect(beside, 'beside the zoom buttons').not.toContain('dp-edge');

  await expect(listOf(page).locator('[aria-busy="true"]')).toHaveCount(0);
  const amount = Number(await pin.innerText());
  const marked = page.locator('.row.hovered');
  await page.mouse.move(5, 5);
  await expect(marked).toHaveCount(0);
  await pin.hover();
  await expect(marked).toHaveCount(amount);
  await page.mouse.move(5, 5);
  await expect(marked).toHaveCount(0);
  await pin.focus();
  await expect(marked).toHaveCount(amount);
  await page.getByRole('button', { name: 'Zoom in', exact: true }).focus();
  await expect(marked).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const map = page.locator('.map-area');
  await fieldOf(page).fill('Dworcowa 987, Warszawa');
  const before = await map.boundingBox();
  await page.keyboard.press('Enter');
  const note = page.getByRole('search').locator('.note');
  await expect(note).toBeVisible();
  expect(await map.boundingBox(), 'the map under a note').toEqual(before);
  const found = (await note.boundingBox())!;
  expect([found.x, found.width], 'the note').toEqual([0, 390]);
  const field = (await page.getByRole('search').locator('.box').boundingBox())!;
  expect(found.y, 'the note').toBeGreaterThanOrEqual(field.y + field.height + FOCUS_RING_PX);
});

// Proves: accessibility/right-to-left.
test('Map: in right-to-left text, the panel is at the right of the map, whose pins stay in place and follow when it is dragged', async ({
  page,
  browser,
  droppoint,
}) => {
  const readPins = (shown: Page) =>
    shown.locator('.dp-pin').evaluateAll((pins) => {
      const area = document.querySelector('.leaflet-container')!.getBoundingClientRect();
      const places = pins.map((pin) => {
        const { x, y, width } = pin.getBoundingClientRect();
        return [Math.round(x + width / 2 - area.x), Math.round(y - area.y)] as const;
      });
      return places.sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
    });
  const other = await browser.newPage({ baseURL: droppoint.origin });
  await openList(other, CITY);
  const pins = await readPins(other);
  await other.close();
  await turnRound(page);
  await openList(page, CITY);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(pins.length).toBeGreaterThan(0);
  await expect.poll(() => readPins(page)).toEqual(pins);

  const heading = (await page.getByRole('heading', { level: 1 }).boundingBox())!;
  const map = (await page.locator('.leaflet-container').boundingBox())!;
  expect(map.x).toBe(0);
  expect(heading.x).toBeGreaterThanOrEqual(map.x + map.width);

  await test.step('a pin is called by its name, type and distance', async () => {
    const locker = page.locator('.dp-pin-locker').first();
    await expect(locker).toHaveAccessibleName(/Parcel locker, \d[\d.]* k?m$/);
    await expect(locker).not.toHaveAccessibleName(/[A-Z]{2}[_0-9]/);
  });

  const pin = page.locator('.dp-pin').first();
  const before = (await pin.boundingBox())!;
  await page.mouse.move(map.x + 40, map.y + 40);
  await page.mouse.down();
  await page.mouse.move(map.x + 70, map.y + 45, { steps: 5 });
  const after = (await pin.boundingBox())!;
  await page.mouse.up();
  expect(Math.round(after.x - before.x)).toBe(30);
});
