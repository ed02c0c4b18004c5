import { expect } from '@playwright/test';
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

test('random moves over the streets leave no hole, and one that is made is found', async ({
  page,
  droppoint,
}) => {
  const hand = createPlaywrightHand(page);
  const { views, holes } = await walkStreets(hand, droppoint.origin, { moves: MOVES, seed: 1 });
  expect(views).toBeGreaterThan(MOVES / 4);
  expect(holes).toEqual([]);
  await page.evaluate(() => document.querySelector('.dp-streets canvas')!.remove());
  const made = await findHoles(hand, await readStreetTiles(droppoint.origin), new Set(), 0);
  expect(made.holes).toEqual([expect.objectContaining({ shows: 'nothing' })]);
});
