import { expect, type Page } from '@playwright/test';
import { findHoles } from '../street-walk/find-holes.ts';
import { createPlaywrightHand } from '../street-walk/playwright-hand.ts';
import { readStreetTiles } from '../street-walk/street-tiles.ts';
import { walkStreets } from '../street-walk/walk-streets.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { writeStreetPoints } from './street-points.ts';

/** A short walk over the streets, in Chromium and in Firefox; tests/webkit has it for WebKit, `npm run bench` a long one. */

test.skip(
  ({ browserName }) => browserName === 'firefox' && !process.env['FIREFOX_PATH'],
  'no Firefox: FIREFOX_PATH is not set',
);
const MOVES = 8;

test.use({ streets: true, dataFile: writeStreetPoints() });
onPublishedNetwork();

test('Streets: random moves leave no hole, and an artificial one is detected', async ({
  page,
  droppoint,
}) => {
  const hand = createPlaywrightHand(page);
  const { views, holes } = await walkStreets(hand, droppoint.origin, { moves: MOVES, seed: 1 });
  expect(views).toBeGreaterThan(MOVES / 4);
  expect(holes).toEqual([]);
  await removeMiddlePicture(page);
  const made = await findHoles(hand, await readStreetTiles(droppoint.origin), new Set(), 0);
  expect(made.holes).toEqual([expect.objectContaining({ shows: 'nothing' })]);
});

/** Makes a hole in the middle of the map: other pictures may be out of view. */
const removeMiddlePicture = (page: Page) =>
  page.evaluate(() => {
    const map = document.querySelector('.dp-map')!.getBoundingClientRect();
    const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
    for (const picture of document.querySelectorAll('.dp-streets canvas')) {
      const { left, top, right, bottom } = picture.getBoundingClientRect();
      if (left <= x && x < right && top <= y && y < bottom) return picture.remove();
    }
    throw new Error('There is no picture in the middle of the map.');
  });
