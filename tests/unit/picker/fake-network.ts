import { byDimension } from '#contract/filter-dimensions.ts';
import { AppError } from '#platform/errors.ts';
import type { Point } from '#platform/point.ts';
import type { PointNetwork } from '#network/point-network.ts';
import type { StoredPoint } from '#network/point-source.ts';
import { createPointStore } from '#network/point-store.ts';

/** A whole network in memory whose points can be removed, and whose items can be delayed. */
export class FakeNetwork implements PointNetwork {
  whole = true;
  filters = true;
  reading: PointNetwork['reading'] = null;
  version = '1';
  walkedAt = '2026-05-02T12:00:00.000Z';
  countries: PointNetwork['countries'] = [];
  errors = [];
  ready = Promise.resolve();
  readonly store = createPointStore();
  readonly source = this.store;
  readonly calls: string[] = [];
  /** Ids whose items can't be loaded. */
  readonly broken = new Set<string>();
  /** Called before each item is returned. */
  hold: (id: string) => Promise<void> = () => Promise.resolve();
  readonly #items = new Map<string, Point>();
  readonly #listeners = new Set<() => void>();

  constructor(...points: Point[]) {
    this.store.insert(points, 1);
    for (const point of points) this.#items.set(point.id, point);
  }

  get count() {
    return this.store.size;
  }

  stored(id: string): StoredPoint {
    return this.store.find(id)!;
  }

  /** Changes to another version, without some points. */
  publish(version: string, gone: readonly string[] = []): void {
    this.store.remove(gone);
    for (const id of gone) this.#items.delete(id);
    this.version = version;
    this.notify();
  }

  notify(): void {
    for (const listener of this.#listeners) listener();
  }

  onchange(callback: () => void) {
    this.#listeners.add(callback);
    return () => void this.#listeners.delete(callback);
  }

  nearest: PointNetwork['nearest'] = (_position, amount) =>
    Promise.resolve({
      points: [...this.#items.keys()]
        .slice(0, amount)
        .map((id) => ({ point: this.stored(id), distanceMetres: 0 })),
      more: false,
      complete: true,
    });

  findById = (id: string) =>
    this.broken.has(id)
      ? Promise.reject(new AppError('network', 'no connection'))
      : Promise.resolve(this.store.find(id));

  async readItem({ id }: Pick<StoredPoint, 'id'>): Promise<Point | null> {
    await this.hold(id);
    if (this.broken.has(id)) throw new AppError('network', 'no connection');
    return this.#items.get(id) ?? null;
  }

  findIds = (beginning: string) =>
    Promise.resolve([...this.#items.keys()].filter((id) => id.startsWith(beginning)));
  retry = () => void this.calls.push('retry');
  renew = () => Promise.resolve(void this.calls.push('renew'));
  setFilter = (filter: unknown) => void this.calls.push(`filter ${JSON.stringify(filter)}`);
  close = () => void this.calls.push('close');
  counts = () => byDimension('list', () => new Map<string, number>());
  countMatching = () => this.count;
  findPlaces = () => Promise.resolve([]);
  findCalled = () => Promise.resolve([]);
  findWritten = () => Promise.resolve([]);
  findNearPostcodes = () => Promise.resolve([]);
  findStreets = () => Promise.resolve([]);
  findNames = () => Promise.resolve([]);
  largestCities = () => Promise.resolve([]);
  countryNames = () => Promise.resolve(new Map<string, string>());
}

export const makeItem = (id: string, longitude: number): Point => ({
  id,
  coordinates: { latitude: 52, longitude },
  displayName: `Locker ${id}`,
});
