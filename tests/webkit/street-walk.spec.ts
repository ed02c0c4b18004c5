import { expect } from '@playwright/test';
import { walkStreets } from '../street-walk/walk-streets.ts';
import { createWebDriverHand } from '../street-walk/webdriver-hand.ts';
import { FEW_POINTS } from '../browser/droppoint.ts';
import { inWebkit, test } from './webkit.ts';

/** The walk of tests/browser/street-walk.spec.ts, in WebKit. */

test.use({ streets: true, points: FEW_POINTS });
inWebkit();

test('random moves over the streets leave no hole', async ({ driver, droppoint }) => {
  // On a busy machine each of its pictures takes seconds.
  test.slow();
  const walk = await walkStreets(createWebDriverHand(driver), droppoint.origin, { moves: 8, seed: 1 });
  expect(walk.views).toBeGreaterThan(2);
  expect(walk.holes).toEqual([]);
});
