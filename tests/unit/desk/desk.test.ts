import { beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { DeskStore, nameDatabase } from '../../../src/lib/desk/desk-store.ts';
import { RETENTION_MS } from '../../../src/lib/desk/desk.svelte.ts';
import { forgetShared, isShared, setShared } from '../../../src/lib/desk/shared-computer.ts';
import { makeDraft, newAccount, openDesk, startBrowser } from './fake-desk.ts';
import { waitFor } from '../../wait-for.ts';

let browser: ReturnType<typeof startBrowser>;
beforeEach(() => void (browser = startBrowser()));

it('Desk: parcels, settings and the organization are restored when it is reopened', async () => {
  const account = newAccount();
  const desk = await openDesk(account);
  const parcel = makeDraft();
  await desk.putParcels([parcel]);
  await desk.saveOrganization('org-1');
  await desk.saveSetting('label-format', 'zpl-203');
  desk.close();
  const again = await openDesk(account);
  expect([again.find(parcel.id), again.organizationId, again.unreadable]).toEqual([parcel, 'org-1', 0]);
  expect(await again.readSetting('label-format', z.string())).toBe('zpl-203');
});

// Proves: security/desk-apart.
it('Desk: each account has its own desk, whose name doesn’t reveal the account', async () => {
  const mine = await openDesk('ida@fern.example');
  await mine.putParcels([makeDraft()]);
  const other = await openDesk('oskar@fern.example');
  expect((await other.readEverything()).parcels).toEqual([]);
  expect([mine.name, other.name].join()).not.toMatch(/ida|oskar|fern/);
});

it('Desk: unreadable parcels stay stored and are counted', async () => {
  const account = newAccount();
  const store = await DeskStore.open(await nameDatabase(account));
  const good = makeDraft();
  const odd = [{}, { ...good, createdMs: Infinity }, { ...good, shipment: { recipient: null } }, null];
  await store.write(
    'parcels',
    [...odd.entries()].map(([at, value]) => [`odd-${at}`, value]),
  );
  await store.write('parcels', [[good.id, { ...good, laterField: 7 }]]);
  store.close();
  const desk = await openDesk(account);
  expect([desk.parcels.map(({ id }) => id), desk.unreadable]).toEqual([[good.id], odd.length]);
  // A field of a newer version is also preserved.
  expect(desk.find(good.id)).toHaveProperty('laterField', 7);
  expect((await desk.readEverything()).parcels).toHaveLength(odd.length + 1);
});

it('Desk: opening it removes parcels older than 121 days and their labels', async () => {
  const account = newAccount();
  const desk = await openDesk(account);
  const nowMs = Date.now();
  const old = makeDraft({ state: 'sent', trackingNumber: '1', createdMs: nowMs - RETENTION_MS - 1 });
  const young = makeDraft({ state: 'sent', trackingNumber: '2', createdMs: nowMs - RETENTION_MS + 1000 });
  await desk.putParcels([old, young]);
  await desk.store.write('labels', [
    ['1 pdf-a6', {}],
    ['2 pdf-a6', {}],
  ]);
  desk.close();
  const again = await openDesk(account, nowMs);
  expect(again.parcels.map(({ id }) => id)).toEqual([young.id]);
  expect(await again.store.readKeys('labels')).toEqual(['2 pdf-a6']);
});

it('Desk: changes and removals in one tab arrive in the other', async () => {
  const account = newAccount();
  const [one, other] = [await openDesk(account), await openDesk(account)];
  const [changed, removed] = [makeDraft(), makeDraft()];
  await one.putParcels([changed, removed]);
  await waitFor(() => expect(other.find(removed.id)).not.toBeNull());
  await one.putParcels([{ ...changed, state: 'refused' }]);
  await one.removeParcels([removed.id]);
  await waitFor(() =>
    expect([other.find(changed.id)?.state, other.find(removed.id)]).toEqual(['refused', null]),
  );
});

it('Desk: forgetting it deletes everything and informs other tabs', async () => {
  const account = newAccount();
  const [one, other] = [await openDesk(account), await openDesk(account)];
  await one.putParcels([makeDraft()]);
  one.markShared(true);
  await one.forget();
  await waitFor(() => expect(other.forgotten).toBe(true));
  expect(isShared(one.name)).toBe(false);
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).not.toContain(one.name);
});

it('Desk: a database of a newer version stays untouched and is reported', async () => {
  const account = newAccount();
  const name = await nameDatabase(account);
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open(name, 99);
    opening.onsuccess = () => resolve(opening.result.close());
  });
  await expect(openDesk(account)).rejects.toMatchObject({ name: 'DeskError', code: 'newer' });
  expect((await indexedDB.databases()).find((each) => each.name === name)?.version).toBe(99);
});

it('Desk: blocked storage and a full disk are reported, and parcels that didn’t fit aren’t shown as stored', async () => {
  const refused = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError');
  });
  await expect(openDesk()).rejects.toMatchObject({ code: 'blocked' });
  refused.mockRestore();

  const desk = await openDesk();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(desk.putParcels([makeDraft()])).rejects.toMatchObject({ code: 'full' });
  full.mockRestore();
  expect([desk.parcels, (await desk.readEverything()).parcels]).toEqual([[], []]);
});

// Proves: security/desk-forgotten.
it('Shared computer: only the desks marked as shared are deleted when the session ends', async () => {
  const [leaving, staying] = [await openDesk(), await openDesk()];
  await leaving.putParcels([makeDraft()]);
  leaving.markShared(true);
  // The desk of the current session stays.
  await forgetShared(leaving.name);
  expect(isShared(leaving.name)).toBe(true);
  leaving.close();
  await forgetShared(null);
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect([names.includes(leaving.name), names.includes(staying.name)]).toEqual([false, true]);
  expect(browser.storage.length).toBe(0);
});

it('Shared computer: a corrupt list of shared desks counts as empty', () => {
  for (const odd of ['{', '7', '[1, null]']) {
    browser.storage.setItem('droppoint.desk.shared', odd);
    expect(isShared('a')).toBe(false);
  }
  setShared('a', true);
  expect([isShared('a'), isShared('b')]).toEqual([true, false]);
});
