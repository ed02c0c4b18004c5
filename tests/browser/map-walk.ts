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
  await expect(area).toContainText(/points on the map/);
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

/** The broker's screen for sending, without the map. */
export const parcelOf = (page: Page) => page.getByRole('region', { name: 'Send', exact: true });
/** The map beside it. */
export const networkOf = (page: Page) => page.getByRole('region', { name: 'Pick-up points', exact: true });
/** The input of a body's field: `recipient.phone`. */
export const fieldOf = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
export const sendParcel = (page: Page) => page.getByRole('button', { name: 'Send parcel' }).click();

/** Chooses a point on the broker's page. */
export async function chooseNetworkPoint(page: Page): Promise<void> {
  const network = networkOf(page);
  await openAnyCard(network);
  await network.getByRole('button', { name: 'Choose this point' }).click();
  await expect(parcelOf(page).locator('[data-point]')).toBeVisible();
}

const RECIPIENT = {
  firstName: 'Oskar',
  lastName: 'Lis',
  email: 'oskar@mail.example',
  phone: '+48 500 000 202',
};
export const ADDRESS = { street: 'Mglista', houseNumber: '7', postalCode: '00-950', city: 'Testowo' };
const SENDER = { firstName: 'Ida', lastName: 'Brzoza', email: 'ida@fern.example', phone: '+48 500 000 101' };

export async function fillParty(
  page: Page,
  path: string,
  party: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, value] of Object.entries(party)) {
    const field = fieldOf(page, `${path}.${name}`);
    await (name === 'countryCode' ? field.selectOption(value) : field.fill(value));
  }
}

/** Enters the sender if the desk asks for it. */
export async function storeSender(page: Page): Promise<void> {
  const cache = page.getByRole('button', { name: 'Save this sender' });
  await cache.or(page.getByRole('combobox', { name: 'Sender' })).waitFor();
  if (!(await cache.isVisible())) return;
  await fillParty(page, 'sender', SENDER);
  await fieldOf(page, 'origin.countryCode').selectOption('PL');
  await cache.click();
  await expect(cache).toBeHidden();
}

/** Fills in a parcel to a point of the map, unless the form still has its saved text. */
export async function prepareParcel(page: Page): Promise<void> {
  await fieldOf(page, 'recipient.firstName').waitFor();
  if (!(await parcelOf(page).locator('[data-point]').isVisible())) await chooseNetworkPoint(page);
  await fillParty(page, 'recipient', RECIPIENT);
  await fieldOf(page, 'parcels.0.weight.amount').fill('1,2');
  await storeSender(page);
}

/** Fills in a parcel to an address. */
export async function fillParcel(page: Page): Promise<void> {
  await fieldOf(page, 'recipient.firstName').waitFor();
  await storeSender(page);
  await fillParty(page, 'recipient', RECIPIENT);
  await page.getByRole('radio', { name: 'An address' }).check();
  await fillParty(page, 'destination', { ...ADDRESS, countryCode: 'PL' });
  await fieldOf(page, 'parcels.0.weight.amount').fill('1,2');
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
