import type { Page } from '@playwright/test';
import { enlargeText } from '../browser/enlarge-text.ts';

/** Windows in CSS pixels, and the browser's text size. */
const SIZES = {
  wide: { width: 1280, height: 800, textPx: 16 },
  phone: { width: 390, height: 844, textPx: 16 },
  narrow: { width: 320, height: 640, textPx: 16 },
  landscape: { width: 844, height: 390, textPx: 16 },
  'large-text': { width: 390, height: 844, textPx: 32 },
};

/** Pictures shown in the docs; docs.test.ts finds missing ones. */
const SHOWN = [
  'streets-card-wide-light',
  'shop-order-ready-wide-light',
  'desk-import-wide-light',
  'desk-parcels-wide-light',
  'desk-pack-wide-light',
];

/** Takes a picture for `npm run screens`, in .cache/screens, or in docs/screens for those in the docs. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  // Wait for animations to end and pictures to load.
  await page.waitForTimeout(600);
  const folder = SHOWN.includes(name) ? 'docs/screens' : '.cache/screens';
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

type Shoot = (page: Page, name: string, fullPage?: boolean) => Promise<void>;
interface Declare {
  describe(title: string, tests: () => void): void;
  use(options: object): void;
  beforeEach(prepare: (fixtures: { page: Page }) => Promise<void>): void;
}

/**
 * Declares tests in a wide window, on a phone, on a narrow one, on one on its side and with text twice as large, in light and
 * dark mode.
 * @param declare called with the function that takes a picture
 */
export function inEachLook(test: Declare, declare: (shoot: Shoot) => void): void {
  for (const [size, { textPx, ...viewport }] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'])
      test.describe(`${size}, ${colorScheme}`, () => {
        test.use({ viewport, colorScheme });
        test.beforeEach(async ({ page }) => {
          if (textPx !== 16) await enlargeText(page, textPx);
        });
        declare((page, name, fullPage) => takePicture(page, `${name}-${size}-${colorScheme}`, fullPage));
      });
}
