import { expect } from '@playwright/test';
import { enlargeText } from '../../../tests/browser/enlarge-text.ts';
import { findBarriers } from '../../../tests/browser/find-barriers.ts';
import { listOverflows } from '../../../tests/browser/list-overflows.ts';
import { listSmallTargets } from '../../../tests/browser/list-small-targets.ts';
import { pointsNear } from './checkout.ts';
import { goToDelivery, pay, state, test } from './storefront.ts';

const PHONE = { width: 390, height: 844 };

for (const [name, colorScheme, viewport, textPx] of [
  ['dark phone', 'dark', PHONE, 16],
  ['phone, text twice as large', 'light', PHONE, 32],
  ['desktop', 'light', { width: 1280, height: 800 }, 16],
] as const)
  test(`Storefront on ${name}: it has no accessibility barriers and doesn’t overflow`, async ({
    browser,
    storefront,
    droppoint,
  }) => {
    const [german] = await pointsNear(droppoint.origin, 'city=Berlin&country=DE&limit=1');
    // The accessibility engines are injected as scripts, which the page's own policy would block.
    const context = await browser.newContext({ bypassCSP: true, colorScheme, viewport });
    const page = await context.newPage();
    if (textPx !== 16) await enlargeText(page, textPx);
    const look = async (what: string) => {
      await page.screenshot({ path: `.cache/tests/vendure-${name}-${what}.png`, fullPage: true });
      // Typed text may be longer than its field.
      expect
        .soft(
          (await listOverflows(page)).filter((name) => !name.startsWith('INPUT')),
          what,
        )
        .toEqual([]);
      expect.soft(await listSmallTargets(page), what).toEqual([]);
      expect.soft(await findBarriers(page), what).toEqual([]);
    };
    await goToDelivery(page, storefront);
    await look('delivery');
    // Another tab or an old link may choose such a point.
    await page.locator('droppoint-picker').evaluate((picker, id) => {
      (picker as HTMLInputElement).value = id;
      picker.dispatchEvent(new Event('change'));
    }, german!);
    await expect(page.getByRole('alert')).toHaveText('The shop doesn’t deliver to this point.');
    await look('refused');
    await page.getByRole('button', { name: 'Send it here' }).first().click();
    await expect(page.getByRole('alert')).toBeHidden();
    await look('chosen');
    await pay(page);
    await expect(state(page)).toHaveText('It is paid for.');
    await look('placed');
    await context.close();
  });
