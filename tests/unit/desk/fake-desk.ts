import 'fake-indexeddb/auto';
import { onTestFinished, vi } from 'vitest';
import type { Broker } from '../../../src/lib/broker/broker.ts';
import { Desk } from '../../../src/lib/desk/desk.svelte.ts';
import { draftParcel, type DeskParcel } from '../../../src/lib/desk/parcel.ts';
import { createFakeStorage } from '../fake-storage.ts';
import { IDA } from './people.ts';

/** Fake Web Locks of one browser, limited to what the desk uses. */
export function createFakeLocks() {
  const held = new Set<string>();
  const ends = new Map<string, Promise<unknown>>();
  async function hold<Result>(name: string, work: (lock: object) => Promise<Result>): Promise<Result> {
    held.add(name);
    try {
      return await work({ name });
    } finally {
      held.delete(name);
    }
  }
  return {
    held,
    /** Without options, it waits until the lock is free. */
    request<Result>(
      name: string,
      ...[options, work]:
        | [{ ifAvailable: true }, (lock: object | null) => Promise<Result>]
        | [(lock: object) => Promise<Result>]
    ): Promise<Result> {
      if (typeof options !== 'function') return held.has(name) ? work!(null) : hold(name, work!);
      const after = (ends.get(name) ?? Promise.resolve()).then(() => hold(name, options));
      ends.set(
        name,
        after.catch(() => {}),
      );
      return after;
    },
  };
}

/** A browser with its own locks and storage, until the test has finished. */
export function startBrowser() {
  const locks = createFakeLocks();
  const { storage, stored } = createFakeStorage();
  vi.stubGlobal('navigator', { onLine: true, locks });
  vi.stubGlobal('localStorage', storage);
  onTestFinished(() => void vi.unstubAllGlobals());
  return { locks, storage, stored };
}

let accounts = 0;
/** An account that no other test uses. */
export const newAccount = () => `account-${++accounts}-${Math.random()}`;

export async function openDesk(accountId = newAccount(), nowMs?: number): Promise<Desk> {
  const desk = await Desk.open(accountId, nowMs);
  onTestFinished(() => desk.close());
  return desk;
}

export function makeDraft(change: Partial<DeskParcel> = {}): DeskParcel {
  const shipment: DeskParcel['shipment'] = {
    sender: IDA,
    recipient: { ...IDA, firstName: 'Łucja', lastName: 'Żółć' },
    origin: { countryCode: 'PL', shippingMethod: 'ANY_POINT' },
    destination: { countryCode: 'PL', pointId: 'PL_TST01X' },
    parcels: [{ type: 'STANDARD', weight: { amount: 1.2, unit: 'KG' } }],
  };
  return { ...draftParcel({ organizationId: 'org-1', shipment, pointName: 'Dworzec' }), ...change };
}

/** A broker with only these calls of the platform. */
export const brokerWith = (platform: object, grantedScopes: readonly string[] = []) =>
  ({ platform, session: { grantedScopes } }) as unknown as Broker;
