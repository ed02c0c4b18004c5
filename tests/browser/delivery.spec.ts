import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import { test } from './widget-shop.ts';

test('Widget script: a shop’s page runs the script with the known hash, and no other', async ({
  page,
  shop,
  droppoint,
}) => {
  const answer = await page.request.get(`${droppoint.origin}/v1/integrity.json`);
  const { integrity } = (await answer.json()) as { integrity: string };
  const isDefined = async (hash: string) => {
    await shop.open(page, { body: '', script: `integrity="${hash}"` });
    return page.evaluate(() => customElements.get('droppoint-picker') !== undefined);
  };
  expect(await isDefined(integrity)).toBe(true);
  expect(await isDefined(`sha384-${createHash('sha384').update('another').digest('base64')}`)).toBe(false);
});
