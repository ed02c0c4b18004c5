import { expect } from '@playwright/test';
import { onPublishedNetwork, test } from '../browser/droppoint.ts';
import { findId } from '../browser/find-id.ts';
import { makePointLink } from '../browser/make-point-link.ts';
import { inEachLook } from './take-picture.ts';

/** The page of a shop's link to choose the point of an order. */
inEachLook(test, (shoot) => {
  onPublishedNetwork();

  test('Page of a point link', async ({ page, droppoint }) => {
    const main = page.getByRole('main');
    const value = await findId(droppoint.origin);
    const closed = {
      ...{ value: 'PL_CLOSED', position: { latitude: 50.802, longitude: 19.1158 } },
      reason: 'The locker was moved. We are sorry that you have to choose again.',
    };
    for (const [name, changes] of [
      ['order', { value }],
      ['phone', {}],
      ['closed', closed],
      ['expired', { expiresAt: new Date(1e12) }],
    ] as const) {
      // Another link in the same document reloads it.
      await page.goto('about:blank');
      await page.goto(await makePointLink(droppoint, changes));
      await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(main.getByText('Opening the link…')).toHaveCount(0);
      await shoot(page, `point-link-${name}`, true);
    }
  });
});
