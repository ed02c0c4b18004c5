import { expect, type Page } from '@playwright/test';
import { rest } from './come-to-rest.ts';
import { test } from './droppoint.ts';
import { listOverflows } from './list-overflows.ts';
import { PICKER_STATES } from './picker-states.ts';

test.beforeAll(({ droppoint }) => droppoint.publish());
test.afterAll(({ droppoint }) => droppoint.unpublish());

/** The distances of WCAG 1.4.12, as somebody's own style sheet sets them. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/** Texts that are cut at the bottom, where nothing scrolls; but for a row's line of whole words, which a point's card shows in full. */
const listCut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter(
        (element) =>
          element.closest('.leaflet-container, .visually-hidden, svg, .line.state') === null &&
          element.checkVisibility() &&
          ['hidden', 'clip'].includes(getComputedStyle(element).overflowY) &&
          element.clientHeight > 1 &&
          element.scrollHeight > element.clientHeight + 1,
      )
      .map(({ tagName, className, scrollHeight, clientHeight }) =>
        [tagName, className, scrollHeight, clientHeight].join(' '),
      ),
  );

for (const name of ['list', 'filters', 'unsuitable', 'card-whole', 'chosen', 'gone'])
  test(`nothing is cut or sticks out when letters, words and lines stand further apart: ${name}`, async ({
    page,
    droppoint,
  }) => {
    const state = PICKER_STATES.find((each) => each.name === name)!;
    await state.reach(page, droppoint);
    // Not as an element, which the page's policy refuses.
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets.push(sheet);
    }, SPACING);
    const found: string[] = [];
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await rest(page);
      for (const line of [...(await listOverflows(page)), ...(await listCut(page))])
        found.push(`${width} px: ${line}`);
    }
    expect(found).toEqual([]);
  });
