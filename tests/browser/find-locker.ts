import { expect, type FrameLocator, type Page } from '@playwright/test';

/** Searches a city, filters its lockers, and opens the nearest one. @returns the point's name */
export async function findLocker(area: Page | FrameLocator): Promise<string> {
  await area.getByRole('combobox', { name: 'Search for a place or a point' }).fill('warszawa');
  await area
    .getByRole('option', { name: /^Warszawa/ })
    .first()
    .click();
  await area.getByRole('button', { name: /^Filters/ }).click();
  await area.getByRole('checkbox', { name: /^Parcel locker/ }).check();
  await area.getByRole('button', { name: 'Show the points' }).click();
  const list = area.getByRole('region', { name: 'Pick-up points, nearest first' });
  await expect(list).toContainText('Sorted by straight-line distance from the place you searched for');
  await expect(list.getByRole('listitem').first()).toBeVisible();
  await expect(list.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const row of await list.getByRole('listitem').allInnerTexts()) expect(row).toContain('Parcel locker');
  await list.getByRole('listitem').first().getByRole('button').click();
  // The point's id is shown instead of its name until it has been read.
  await expect(area.getByRole('button', { name: 'Choose this point' })).toBeEnabled();
  return area.locator('#point-card-heading').innerText();
}
