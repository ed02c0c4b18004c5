import { expect, type Locator, type Page } from '@playwright/test';
import { still } from './come-to-rest.ts';

/** Shows the map if, with large text or in a low window, the list is in its place. */
export async function showMap(area: Locator | Page): Promise<void> {
  const map = area.locator('.leaflet-container');
  await map.waitFor({ state: 'attached' });
  if (!(await map.isVisible())) await area.getByRole('button', { name: 'Show the map' }).click();
}

/** Clicks clusters until a point's card is open, as a person does who zooms in by clicking. */
export async function openAnyCard(area: Locator): Promise<void> {
  await expect(area).toContainText(/points on the map/, { timeout: 30_000 });
  await showMap(area);
  const choose = area.getByRole('button', { name: /^Choose this point/ });
  const stack = area.getByRole('region', { name: /points at this spot/ });
  for (let presses = 0; presses < 20; presses++) {
    if (await choose.isVisible()) return;
    if (await stack.isVisible()) await stack.getByRole('listitem').getByRole('button').first().click();
    else await pressMiddlePin(area);
    // The map is at rest before the next click.
    await still(area);
  }
  await expect(choose).toBeVisible();
}

/** Chooses a point on the broker's page. */
export async function chooseNetworkPoint(page: Page): Promise<void> {
  const network = page.getByRole('region', { name: /The network/ });
  await openAnyCard(network);
  await network.getByRole('button', { name: 'Choose this point' }).click();
}

export const parcelOf = (page: Page) => page.getByRole('region', { name: 'Send a parcel' });
export const organizationField = (page: Page) => page.getByRole('textbox', { name: /Organization/ });
export const sendParcel = (page: Page) => page.getByRole('button', { name: 'Send parcel' }).click();

/** Chooses a point on the broker's page, and fills in the sender. */
export async function prepareParcel(page: Page): Promise<void> {
  await chooseNetworkPoint(page);
  await organizationField(page).fill('org-42');
}

/** Clicks the pin nearest to the middle of the map: it is not under a control or at the edge. */
async function pressMiddlePin(area: Locator): Promise<void> {
  const map = area.locator('.leaflet-container');
  // On a phone on its side the map may be higher than the window.
  await map.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const box = (await map.boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const places = await area.locator('.dp-pin').evaluateAll((pins) =>
    pins.map((pin) => {
      const { x, y, width, height } = pin.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }),
  );
  const distance = (place: { x: number; y: number }) => Math.hypot(place.x - middle.x, place.y - middle.y);
  const nearest = places.sort((a, b) => distance(a) - distance(b))[0];
  if (nearest) await area.page().mouse.click(nearest.x, nearest.y);
}
