import type { Page } from '@playwright/test';

/** Rows of a table to addresses, numbered from 1. */
export function writeOrders(count: number, first = 1): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = first + at;
    return `O-${number};Oskar Lis;oskar${number}@mail.example;500000202;Mglista ${number};00-950;Testowo;1,2`;
  });
  return `Order number;Name;E-mail;Phone;Street;Postcode;Town;Weight (kg)\n${rows.join('\n')}\n`;
}

/** Opens the Import screen of the desk. */
export async function openImports(page: Page): Promise<void> {
  await page.goto('/account/import');
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
}

/** Chooses a file. */
export async function chooseFile(page: Page, text: string | Buffer, name = 'orders.csv'): Promise<void> {
  const buffer = typeof text === 'string' ? Buffer.from(text) : text;
  await page.locator('input[type=file][accept*=csv]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

/** Fills in and saves the sender that every import needs, on an open import. */
export async function storeSender(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Sender' });
  const fill = (label: string, value: string) => form.getByLabel(label, { exact: true }).fill(value);
  await fill('First name', 'Ida');
  await fill('Last name', 'Brzoza');
  await fill('Phone', '+48 500 000 101');
  await fill('E-mail', 'ida@fern.example');
  await form.getByLabel('Country', { exact: true }).selectOption('PL');
  await form.getByRole('button', { name: 'Save this sender' }).click();
  await page.getByRole('combobox', { name: 'Sender' }).waitFor();
}

export interface StoredParcel {
  state: string;
  trackingNumber: string | null;
  reference: string;
}

/** The parcels of the desk as they lie in the browser. */
export function readStoredParcels(page: Page): Promise<StoredParcel[]> {
  return page.evaluate(async () => {
    const [{ name }] = (await indexedDB.databases()).filter((each) =>
      each.name?.startsWith('droppoint-desk-'),
    ) as [{ name: string }];
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const parcels = await new Promise<
      {
        state: string;
        trackingNumber: string | null;
        shipment: { references: { custom: { reference: string } } };
      }[]
    >((resolve) => {
      const reading = database.transaction('parcels').objectStore('parcels').getAll();
      reading.onsuccess = () => resolve(reading.result);
    });
    database.close();
    return parcels.map(({ state, trackingNumber, shipment }) => ({
      state,
      trackingNumber,
      reference: shipment.references.custom.reference,
    }));
  });
}

/** Number of parcels in the sandbox. */
export async function countSandboxParcels(platform: string): Promise<number> {
  const text = await (await fetch(platform)).text();
  return Number(/([\d,]+) parcels/.exec(text)![1]!.replaceAll(',', ''));
}

/** Ids of the first points of the list, as a page of ours reads it. */
export async function readPointIds(page: Page, count: number): Promise<string[]> {
  const ids = await page.evaluate(async (count) => {
    const { items } = (await (await fetch(`/api/points?page=1&perPage=${count}`)).json()) as {
      items: { id: string }[];
    };
    return items.map(({ id }) => id);
  }, count);
  return ids.slice(0, count);
}

/** Ids of Polish points at which parcels can be collected. */
export const readCollecting = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    type Listed = { items: { id: string; country?: string; capabilities?: string[] }[] };
    const pages = [1, 2].map(async (number) => {
      const answer = await fetch(`/api/points?page=${number}&perPage=100`);
      return ((await answer.json()) as Listed).items;
    });
    return (await Promise.all(pages))
      .flat()
      .filter(({ country, capabilities }) => country === 'PL' && capabilities?.includes('PARCEL_COLLECT'))
      .map(({ id }) => id);
  });
