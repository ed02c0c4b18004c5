import { expect, type Page } from '@playwright/test';
import { onPublishedNetwork, test } from './droppoint.ts';
import { noteAddresses } from './note-addresses.ts';

onPublishedNetwork();
test.use({ permissions: ['geolocation'] });

const WARSAW = { latitude: 52.2297, longitude: 21.0122 };
const list = (page: Page) => page.getByRole('region', { name: 'Pick-up points, the nearest first' });
const mark = (page: Page) => page.locator('.dp-here');

async function askNearMe(page: Page) {
  await page.goto('/');
  await page.getByRole('search').getByRole('button', { name: 'Near me' }).click();
}

test('the map shows where the shopper is, and the list counts from there', async ({ page, context }) => {
  await context.setGeolocation({ ...WARSAW, accuracy: 40 });
  await askNearMe(page);
  await expect(list(page)).toContainText('By distance from where you are');
  await expect(mark(page)).toBeVisible();
  const [box, area] = [await mark(page).boundingBox(), await page.locator('.dp-map').boundingBox()];
  // In the middle of the map.
  expect(box!.x + box!.width / 2).toBeCloseTo(area!.x + area!.width / 2, -1);
  expect(box!.y + box!.height / 2).toBeCloseTo(area!.y + area!.height / 2, -1);
  // The circle's diameter follows the accuracy at every zoom.
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await expect.poll(async () => (await mark(page).boundingBox())!.width / box!.width).toBeCloseTo(2, 1);
  // Another place replaces it.
  await page.getByRole('combobox').fill('Kraków');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list(page)).toContainText('By distance from the place you searched for');
  await expect(mark(page)).toHaveCount(0);
});

test('where the shopper is stands in no address, no request and no entry of the history', async ({
  page,
  context,
}) => {
  const seen: string[] = [];
  context.on('request', (request) => {
    seen.push(request.url(), ...Object.values(request.headers()), request.postData() ?? '');
  });
  await noteAddresses(page, seen);
  const isWritten = (text: string) => () => seen.some((each) => each.includes(text));
  const position = { latitude: 52.229712, longitude: 21.012234 };
  await context.setGeolocation({ ...position, accuracy: 40 });
  await askNearMe(page);
  await expect(list(page)).toContainText('By distance from where you are');
  // By hand, one coordinate of the position stays in the view; zooming keeps both.
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await page.locator('.dp-map').press('ArrowRight');
  await page.locator('.dp-map').press('ArrowRight');
  await page.locator('section.list').getByRole('listitem').first().getByRole('button').click();
  await expect.poll(isWritten('point=')).toBe(true);
  await page.keyboard.press('Escape');
  await page.locator('.dp-map').press('ArrowLeft');
  await page.reload();
  await page.goto('/account');
  const written = seen.filter((each) => /52\.2297|21\.0122/.test(each));
  expect(written).toEqual([]);
});

test('a device that hardly knows where it is is not believed to the metre', async ({ page, context }) => {
  await context.setGeolocation({ ...WARSAW, accuracy: 30_000 });
  await askNearMe(page);
  await expect(list(page)).toContainText('known only to within 30 km');
  await expect(mark(page)).toBeVisible();
  const [box, area] = [await mark(page).boundingBox(), await page.locator('.dp-map').boundingBox()];
  // The whole circle is visible.
  expect(box!.height).toBeLessThan(area!.height);
});

test('where no point is near, that is said, and the map stays where it was', async ({ page, context }) => {
  await context.setGeolocation({ latitude: 35.68, longitude: 139.77, accuracy: 40 });
  await askNearMe(page);
  await expect(
    page.getByText(/There are no points near you: the nearest is [\d,]+ km away\./).last(),
  ).toBeVisible();
  await expect(page.locator('.dp-pin').first()).toBeVisible();
});
