import type { Page } from '@playwright/test';

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Pictures shown in the docs; docs.test.ts finds missing ones. */
const SHOWN = ['streets-card-wide-light'];

/** `npm run screens`: takes pictures of every screen for people, in .cache/screens; those for the docs in docs/screens. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  // Animations have ended, and pictures have loaded.
  await page.waitForTimeout(600);
  const folder = SHOWN.includes(name) ? 'docs/screens' : '.cache/screens';
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

type Shoot = (page: Page, name: string, fullPage?: boolean) => Promise<void>;
interface Declare {
  describe(title: string, tests: () => void): void;
  use(options: object): void;
}

/**
 * Declares tests in a wide window and on a phone, in light and dark mode. @param declare is given the function that takes a
 * picture
 */
export function inEachLook(test: Declare, declare: (shoot: Shoot) => void): void {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'])
      test.describe(`${size}, ${colorScheme}`, () => {
        test.use({ viewport, colorScheme });
        declare((page, name, fullPage) => takePicture(page, `${name}-${size}-${colorScheme}`, fullPage));
      });
}
