import type { Page } from '@playwright/test';
import type { DeskParcel } from '../../src/lib/desk/parcel.ts';

export const SENDER = {
  firstName: 'Ida',
  lastName: 'Brzoza',
  email: 'ida@fern.example',
  phone: '+48500000101',
};

/** A parcel as the desk stores it. @param at index that makes the parcel unique */
export function makeParcel(at: number, change: Partial<DeskParcel> = {}): DeskParcel {
  return {
    id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    state: 'draft',
    organizationId: 'org-42',
    shipment: {
      sender: SENDER,
      recipient: {
        firstName: 'Oskar',
        lastName: `Lis ${at}`,
        email: 'oskar@mail.example',
        phone: '+48500000202',
      },
      origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
      destination: {
        countryCode: 'PL',
        street: 'Mglista',
        houseNumber: String(at),
        city: 'Testowo',
        postalCode: '00-950',
      },
      parcels: [{ type: 'STANDARD', weight: { amount: 1.2, unit: 'KG' } }],
      references: { custom: { order: `O-${at}` } },
    },
    pointName: '',
    importId: null,
    row: at,
    createdMs: Date.now() - at * 1000,
    trackingNumber: null,
    requestId: null,
    problem: null,
    tracking: null,
    ...change,
  };
}

/**
 * Stores parcels in the desk of the logged-in account, as an earlier visit would have, and reloads the
 * page.
 */
export async function seedDesk(page: Page, parcels: readonly object[]): Promise<void> {
  await page.evaluate(async (parcels) => {
    const named = (await indexedDB.databases()).find(({ name }) => name?.startsWith('droppoint-desk-'));
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(named!.name!);
      opening.onsuccess = () => resolve(opening.result);
    });
    const transaction = database.transaction('parcels', 'readwrite');
    for (const parcel of parcels)
      transaction.objectStore('parcels').put(parcel, (parcel as { id: string }).id);
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    database.close();
  }, parcels);
  await page.goto('/account/parcels');
}

/**
 * Reads the states of the parcels from the browser's storage, in the order of their rows. Leaves out
 * unreadable ones.
 */
export function readStoredStates(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const named = (await indexedDB.databases()).find(({ name }) => name?.startsWith('droppoint-desk-'));
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(named!.name!);
      opening.onsuccess = () => resolve(opening.result);
    });
    const parcels = await new Promise<{ state?: string; row: number }[]>((resolve) => {
      const reading = database.transaction('parcels').objectStore('parcels').getAll();
      reading.onsuccess = () => resolve(reading.result as { state?: string; row: number }[]);
    });
    database.close();
    return parcels
      .filter(({ state }) => state !== undefined)
      .sort((a, b) => a.row - b.row)
      .map(({ state }) => state!);
  });
}
