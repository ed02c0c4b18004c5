import { expect } from '@playwright/test';
import { frameOf, onPicker, picker, test } from './widget-shop.ts';
import { findFreePort } from '../functions/find-free-port.ts';
import { holdBack } from './come-to-rest.ts';
import { onPublishedNetwork } from './droppoint.ts';

/** Reports to a shop and its shoppers when the frame fails to load or is slow. */
onPublishedNetwork();

/**
 * Policy of a page that allows the widget's script and anything else, so that the frame's host may fail.
 */
const OPEN_POLICY = "default-src * 'unsafe-inline'";

test('Failures: the cause of a failed frame is reported immediately, to the shop with advice, to the shopper below the button', async ({
  page,
  shop,
}) => {
  const nobody = `http://localhost:${await findFreePort()}`;
  const reasons: [code: string, attributes: string, policy: object, at?: string][] = [
    ['offline', `origin="${nobody}"`, { policy: OPEN_POLICY }],
    ['blocked', '', { policy: `${OPEN_POLICY}; frame-src 'self'` }],
    ['not_listed', '', { policy: OPEN_POLICY }, shop.strangeOrigin],
    // The page's policy blocks its scripts' requests.
    ['not_listed', '', {}, shop.strangeOrigin],
    ['origin_missing', `origin="${shop.origin}"`, { policy: OPEN_POLICY }],
  ];
  for (const [code, attributes, policy, at] of reasons) {
    await shop.open(page, { body: `<form>${picker(attributes)}</form>`, ...policy }, at);
    const failure = await onPicker(page, async (element) => {
      const error = await element.open().catch((error: unknown) => error as Error & { code: string });
      const { code, message } = error as Error & { code: string };
      return { code, message };
    });
    expect(failure).toEqual({ code, message: expect.stringMatching(/^[A-Z].* .*\.$/) });
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.locator('#picker').getByRole('status')).toHaveText('Loading failed.');
  }
});

test('Failures: while waiting for a slow host, there is a progress bar and no blank frame until our page is loaded', async ({
  page,
  shop,
}) => {
  await page.clock.install();
  const letCome = await holdBack(page, /\/embed$/);
  await shop.open(page, { body: `<form>${picker()}</form>`, policy: OPEN_POLICY });
  await onPicker(page, (element) => void element.open().catch(() => {}));
  const progress = page.getByRole('progressbar', { name: 'Choose your pick-up point' });
  await expect(progress).toBeVisible();
  const isLoading = () => onPicker(page, (element) => element.matches(':state(loading)'));
  expect(await isLoading()).toBe(true);
  // Still loading, long after a failure would have been reported.
  await page.clock.runFor(3_500);
  await expect(progress).toBeVisible();
  const frame = page.locator('#picker iframe');
  await expect(frame).toHaveCSS('opacity', '0');

  await page.clock.resume();
  letCome();
  await expect(frame).toHaveCSS('opacity', '1');
  await expect(progress).toHaveCount(0);
  await expect(frameOf(page).getByRole('combobox')).toBeVisible();
  await expect.poll(isLoading).toBe(false);
});
