import { expect } from '@playwright/test';
import { rest } from './come-to-rest.ts';
import { test } from './droppoint.ts';
import { findBarriersInEachLook } from './find-barriers.ts';
import { listOverflows } from './list-overflows.ts';
import { listSmallTargets } from './list-small-targets.ts';
import { IN_COLUMN, measureGrid } from './measure-grid.ts';
import { COLUMN_STATES, PICKER_STATES } from './picker-states.ts';

test.afterAll(({ droppoint }) => droppoint.unpublish());

/** A narrow phone, which equals a window of 1280 pixels at 400 %; the same window at 200 %; and at 100 %. */
const SIZES = [
  { width: 320, height: 640, whole: true },
  { width: 640, height: 400, whole: false },
  { width: 1280, height: 800, whole: true },
];

for (const published of [true, false]) {
  test.describe(published ? 'with a published network' : 'with the list read live', () => {
    test.beforeAll(({ droppoint }) => (published ? droppoint.publish() : droppoint.unpublish()));

    for (const { name, reach } of PICKER_STATES.filter((state) => state.published === published)) {
      test(`nothing bars anybody, is too small to press, sticks out or stands apart: ${name}`, async ({
        page,
        droppoint,
      }) => {
        await reach(page, droppoint);
        const found: string[] = [];
        for (const { width, height, whole } of SIZES) {
          await page.setViewportSize({ width, height });
          await rest(page);
          const note = (what: string, lines: readonly string[]) =>
            found.push(...lines.map((line) => `${width} px, ${what}: ${line}`));
          if (whole) note('bars somebody', await findBarriersInEachLook(page));
          note('too small', await listSmallTargets(page));
          note('sticks out', await listOverflows(page));
        }
        if (COLUMN_STATES.includes(name))
          found.push(...(await measureGrid(page, IN_COLUMN, '.picker, .chosen')));
        expect(found).toEqual([]);
      });
    }
  });
}
