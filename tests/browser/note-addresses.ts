import type { Page } from '@playwright/test';

/** Adds every history entry that the page writes to `seen`: its state and address as JSON. To be called before the page is opened. */
export async function noteAddresses(page: Page, seen: string[]): Promise<void> {
  await page.exposeFunction('noteAddress', (address: string) => void seen.push(address));
  await page.addInitScript(() => {
    const { noteAddress } = window as unknown as { noteAddress: (address: string) => void };
    for (const name of ['pushState', 'replaceState'] as const) {
      const write = history[name].bind(history);
      history[name] = (state, unused, address) => {
        noteAddress(JSON.stringify([state, String(address)]));
        write(state, unused, address);
      };
    }
  });
}
