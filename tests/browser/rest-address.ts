import type { Page } from '@playwright/test';
import { still } from './come-to-rest.ts';

/** The address is written within this many frames after the last change: half a second after the map's last move. */
export const FRAMES_TO_WRITE = 45;

/** The address once the map is at rest and the address bar has had time to write it. */
export async function restAddress(page: Page): Promise<string> {
  let address = '';
  while (address !== page.url()) {
    address = page.url();
    await still(page.locator('.dp-map'), FRAMES_TO_WRITE);
  }
  return address;
}
