import type { Page } from '@playwright/test';

const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };

/** Those that the docs show; docs.test.ts finds what they lack. */
const SHOWN = ['streets-card-wide-light'];

/** `npm run screens`: pictures of every screen, to be looked at, in .cache/screens; those that the docs show in docs/screens. */
export async function takePicture(page: Page, name: string, fullPage = false): Promise<void> {
  // Animations have come to rest, and pictures have arrived.
  await page.waitForTimeout(600);
  const folder = SHOWN.includes(name) ? 'docs/screens' : '.cache/screens';
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage });
}

type Shoot = (page: Page, name: string, fullPage?: boolean) => Promise<void>;
interface Declare {
  describe(title: string, tests: () => void): void;
  use(options: object): void;
}

/** Tests in a wide window and on a phone, in the light and in the dark. @param declare is given what takes a picture there */
export function inEachLook(test: Declare, declare: (shoot: Shoot) => void): void {
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark'])
      test.describe(`${size}, ${colorScheme}`, () => {
        test.use({ viewport, colorScheme });
        declare((page, name, fullPage) => takePicture(page, `${name}-${size}-${colorScheme}`, fullPage));
      });
}
