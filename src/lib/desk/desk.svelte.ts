import * as z from 'zod/mini';
import { DeskStore, nameDatabase, STORE_NAMES, type StoreName } from './desk-store.ts';
import { deskParcelSchema, type DeskParcel } from './parcel.ts';
import { setShared, isShared } from './shared-computer.ts';

/** 121 days. The platform keeps events no longer, so older parcels can't be tracked. */
export const RETENTION_MS = 121 * 86_400_000;
const ORGANIZATION = 'organization';

/** Message between tabs: these parcels have changed, or the desk was deleted. */
type TabMessage = { changed: readonly string[] } | 'forgotten';

/**
 * An account's data, stored in this browser only. Parcels are also held in memory, because lists show and
 * search all of them. Changes in other tabs arrive here.
 */
export class Desk {
  /** Number of stored parcels that can't be read. */
  unreadable = $state(0);
  /** Whether another tab has deleted the desk, which must then be opened again. */
  forgotten = $state(false);
  /** Whether the desk is deleted when the session ends. */
  shared = $state(false);
  /** The account's organization at the platform; empty until the user has entered it. */
  organizationId = $state('');
  #changes = $state(0);
  // Not a SvelteMap, which would hold a signal for each of ten thousand parcels. `#changes` is one signal
  // for all.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #parcels = new Map<string, DeskParcel>();
  readonly #channel: BroadcastChannel;
  readonly #closing = new AbortController();
  /** Aborted when the desk is closed. */
  readonly closed = this.#closing.signal;
  /** Newest first; parcels of one import in the order of its rows. */
  readonly parcels: readonly DeskParcel[] = $derived.by(() => {
    void this.#changes;
    return [...this.#parcels.values()].sort((a, b) => b.createdMs - a.createdMs || a.row - b.row);
  });

  private constructor(
    readonly store: DeskStore,
    readonly name: string,
  ) {
    this.shared = isShared(name);
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data === 'forgotten') this.forgotten = true;
      else void this.#reload(data.changed);
    };
  }

  /**
   * Opens an account's desk and removes parcels that are too old.
   * @throws DeskError
   */
  static async open(accountId: string, nowMs = Date.now()): Promise<Desk> {
    const name = await nameDatabase(accountId);
    const desk = new Desk(await DeskStore.open(name), name);
    await desk.#load(nowMs);
    await desk.readOrganization();
    return desk;
  }

  async #load(nowMs: number): Promise<void> {
    const { items, unreadable } = await this.store.readAll('parcels', deskParcelSchema);
    this.unreadable = unreadable;
    for (const parcel of items) this.#parcels.set(parcel.id, parcel);
    const old = items.filter(({ createdMs }) => createdMs < nowMs - RETENTION_MS);
    await this.removeParcels(old.map(({ id }) => id));
    this.#changes += 1;
  }

  find(id: string): DeskParcel | null {
    void this.#changes;
    return this.#parcels.get(id) ?? null;
  }

  /** Stores parcels, first on disk, then in memory. @throws DeskError, in which case none is stored */
  async putParcels(parcels: readonly DeskParcel[]): Promise<void> {
    await this.store.write(
      'parcels',
      parcels.map((parcel) => [parcel.id, parcel]),
    );
    for (const parcel of parcels) this.#parcels.set(parcel.id, parcel);
    this.#announceChange(parcels.map(({ id }) => id));
  }

  /** Also removes their labels and marks. */
  async removeParcels(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const numbers = ids.map((id) => this.#parcels.get(id)?.trackingNumber);
    const labels = await this.store.readKeys('labels');
    await this.store.remove(
      'labels',
      labels.filter((key) => numbers.includes(key.split(' ')[0])),
    );
    await this.store.remove('parcels', ids);
    await this.store.remove('marks', ids);
    for (const id of ids) this.#parcels.delete(id);
    this.#announceChange(ids);
  }

  /** Reads a setting, the profiles or a draft by name. @returns null if it is missing or doesn't parse */
  readSetting<Value>(name: string, schema: z.ZodMiniType<Value>): Promise<Value | null> {
    return this.store.read('settings', name, schema);
  }

  /** @param value plain data, not a proxy (`copyPlain`). null removes the setting */
  async saveSetting(name: string, value: unknown): Promise<void> {
    if (value === null) await this.store.remove('settings', [name]);
    else await this.store.write('settings', [[name, value]]);
  }

  /** Reloads the stored organization, for example after a file was restored. */
  async readOrganization(): Promise<void> {
    this.organizationId = (await this.readSetting(ORGANIZATION, z.string())) ?? '';
  }

  async saveOrganization(id: string): Promise<void> {
    await this.saveSetting(ORGANIZATION, id);
    this.organizationId = id;
  }

  /** @param shared whether to delete the desk when the session ends */
  markShared(shared: boolean): void {
    setShared(this.name, shared);
    this.shared = shared;
  }

  /** Deletes everything, here and in other tabs. The desk can't be used afterwards. */
  async forget(): Promise<void> {
    this.#channel.postMessage('forgotten' satisfies TabMessage);
    this.close();
    await DeskStore.forget(this.name);
    setShared(this.name, false);
  }

  close(): void {
    this.#closing.abort();
    this.#channel.close();
    this.store.close();
  }

  /** Reads all stores unparsed, for a file. */
  async readEverything(): Promise<Partial<Record<StoreName, [key: string, value: unknown][]>>> {
    const stores = await Promise.all(
      STORE_NAMES.map(async (each) => [each, await this.store.readRaw(each)] as const),
    );
    return Object.fromEntries(stores);
  }

  #announceChange(changed: readonly string[]): void {
    this.#changes += 1;
    this.#channel.postMessage({ changed } satisfies TabMessage);
  }

  async #reload(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const parcel = await this.store.read('parcels', id, deskParcelSchema).catch(() => null);
      if (parcel === null) this.#parcels.delete(id);
      else this.#parcels.set(id, parcel);
    }
    this.#changes += 1;
  }
}
