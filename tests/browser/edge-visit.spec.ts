import { expect, type Response } from '@playwright/test';
import { test } from './droppoint.ts';

test.use({ deployed: true });

/** Each invocation costs money: a first visit must not need more than this. */
const MAX_INVOCATIONS = 6;
const CITY = '/?latitude=52.2297&longitude=21.0122&zoom=13';

/** The worker gives each of its own responses an id; files served by the store have none. */
const isInvocation = (answer: Response) => 'x-request-id' in answer.headers();

test('Edge: a first visit invokes the worker at most six times, and never for an existing file', async ({
  page,
}) => {
  const answers: Response[] = [];
  page.on('response', (answer) => answers.push(answer));
  await page.goto(CITY);
  await expect(page.locator('.dp-pin').first()).toBeVisible();
  await page.getByRole('main').getByRole('list').getByRole('button').first().click();
  await expect(page.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  const invocations = answers
    .filter(isInvocation)
    .map((answer) => `${answer.status()} ${new URL(answer.url()).pathname}`);
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.some((answer) => /\/snapshot\/\w+\/blocks\//.test(answer.url()))).toBe(true);
  expect(invocations.length, invocations.join('\n')).toBeLessThanOrEqual(MAX_INVOCATIONS);
  expect(invocations.filter((line) => /^200 \/(snapshot|v1|_app|basemap)\//.test(line))).toEqual([]);
});
