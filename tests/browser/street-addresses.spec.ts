import { expect, type Page } from '@playwright/test';
import { findBarriers } from './find-barriers.ts';
import { onPublishedNetwork, test } from './droppoint.ts';
import { writeStreetPoints } from './street-points.ts';

/** Addresses on the published streets of Andorra, where the network has points on few of them. */
test.use({ streets: true, dataFile: writeStreetPoints() });
onPublishedNetwork();

const field = (page: Page) => page.getByRole('combobox', { name: 'Search for a place or a point' });
const options = (page: Page) => page.getByRole('option');
const mark = (page: Page) => page.locator('.dp-origin');
const distances = (page: Page) => page.getByRole('region', { name: /^Pick-up points/ }).locator('.distance');

async function type(page: Page, text: string) {
  await field(page).fill(text);
  await expect(options(page).first()).toBeVisible();
}

test('Addresses: the known part of an address is found on the map, and the unknown part is named', async ({
  page,
}) => {
  await page.goto('/?latitude=42.5075&longitude=1.5218&zoom=14');
  await test.step('a street of several towns is offered in each', async () => {
    await type(page, 'Carrer Major');
    await expect(options(page).filter({ hasText: 'Carrer Major' }).nth(2)).toBeVisible();
    await expect(options(page).filter({ hasText: 'Ordino' }).first()).toBeVisible();
  });
  await test.step('a house that the map has is marked, and distances are counted from it', async () => {
    await type(page, 'Av. Coprincep de Gaulle 11, les Escaldes');
    await expect(options(page).first()).toContainText('Gaulle 11');
    await expect(options(page).first()).toContainText('les Escaldes · Andorra');
    await page.keyboard.press('Enter');
    await expect(mark(page)).toBeVisible();
    await expect(mark(page)).not.toHaveClass(/dp-about/);
    await expect(distances(page).first()).toHaveText(/^[\d.]+ k?m$/);
    await expect(field(page)).toHaveValue(/Gaulle 11$/);
    // At the middle of the map, once it has stopped.
    await expect
      .poll(async () => {
        const [box, area] = [await mark(page).boundingBox(), await page.locator('.dp-map').boundingBox()];
        const x = box!.x + box!.width / 2 - area!.x - area!.width / 2;
        const y = box!.y + box!.height / 2 - area!.y - area!.height / 2;
        return Math.hypot(x, y);
      })
      .toBeLessThan(5);
  });
  await test.step('a house between two others is marked as estimated, and so are its distances', async () => {
    await type(page, 'Avinguda Meritxell 65');
    await page.keyboard.press('Enter');
    const note = page.getByText('We placed number 65 between its neighbours in Avinguda Meritxell');
    await expect(note.first()).toBeVisible();
    await expect(mark(page)).toHaveClass(/dp-about/);
    await expect(distances(page).first()).toHaveText(/^about/);
    // The typed text stays.
    await expect(field(page)).toHaveValue('Avinguda Meritxell 65');
  });
  await test.step('a house that isn’t on the map is shown as its street, also after a reload', async () => {
    await type(page, 'Avinguda Meritxell 999');
    await page.keyboard.press('Enter');
    await expect(page.getByText('We found Avinguda Meritxell, but not number 999.').first()).toBeVisible();
    await expect(mark(page)).toHaveClass(/dp-about/);
    expect(await findBarriers(page)).toEqual([]);
    await expect.poll(() => new URL(page.url()).searchParams.get('search')).toMatch(/999$/);
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/,about$/);
    await page.reload();
    await expect(distances(page).first()).toHaveText(/^about/);
    await expect(mark(page)).toHaveClass(/dp-about/);
  });
});
