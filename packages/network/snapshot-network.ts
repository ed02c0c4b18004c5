import { AppError } from '#platform/errors.ts';
import type { ChangeVersion } from './change-version.ts';
import { countMatchingClasses, type PointFilter, totalFacets } from './class-filter.ts';
import type { LookUps } from '#search/tables/open-tables.ts';
import { once } from '#async/once.ts';
import type { PointNetwork } from './point-network.ts';
import type { PointReader } from './read-points.ts';
import { unlessAborted } from './snapshot-files.ts';
import { createSnapshotSource } from './snapshot-source.ts';
import { openVersion, type SnapshotOptions, type SnapshotVersion } from './snapshot-version.ts';

/** Maximum attempts to open: nodes that publish independently may permanently disagree about the version. */
const MAX_OPENED = 3;
/** A missing file leads to a check for the next version, but not within this time after the last one: the map keeps requesting a missing block, and a prefix without names may have no file. */
const CHECKS_AFTER_MISSING_APART_MS = 15_000;

/**
 * Opens the published network (docs/snapshot-format.md), and follows its versions. Only the manifest and the table of blocks are
 * read before it can be queried.
 * @throws AppError `unsupported_version` if it can't read the format's version, `malformed`, or any fetch error
 */
export async function openSnapshot(options: SnapshotOptions): Promise<SnapshotNetwork> {
  let network: SnapshotNetwork | null = null;
  const watched: SnapshotOptions = {
    ...options,
    async fetch(...request) {
      const response = await options.fetch(...request);
      if (response.status === 404 || response.status === 410) network?.noticeMissing();
      return response;
    },
  };
  network = new SnapshotNetwork(await openFirst(watched), watched);
  return network;
}

/** Reads the manifest again if its version is no longer available. */
async function openFirst({ manifest, ...options }: SnapshotOptions): Promise<SnapshotVersion> {
  for (let opened = 1; ; opened++) {
    try {
      return await openVersion(opened === 1 ? { ...options, manifest } : options);
    } catch (error) {
      if (!isMissing(error) || opened === MAX_OPENED) throw error;
    }
  }
}

/**
 * The published network. Everything is read from its current version. When a file is missing and the manifest names another version,
 * it switches to that one: failed requests are repeated there, and the filter stays in force.
 */
export class SnapshotNetwork implements PointNetwork {
  readonly whole = true;
  readonly filters = true;
  readonly reading = null;
  readonly source = createSnapshotSource(() => this.#current);

  #current: SnapshotVersion;
  #isClosed = false;
  #isNotifying = false;
  readonly #listeners = new Set<() => void>();
  /** Rarely needed, so loaded on demand. */
  readonly #loadChange: (() => Promise<ChangeVersion>) | undefined;

  /** @param options where to read the next versions; without it, the network stays at this one */
  constructor(version: SnapshotVersion, options?: SnapshotOptions) {
    this.#current = version;
    version.onchange = this.#notify;
    this.#loadChange =
      options && once(async () => (await import('./change-version.ts')).createChangeVersion(options, this));
  }

  /** The version that everything is read from. */
  get current(): SnapshotVersion {
    return this.#current;
  }

  get version() {
    return this.#current.parts.manifest.version;
  }

  get walkedAt() {
    return this.#current.parts.manifest.walkedAt;
  }

  get count() {
    return this.#current.parts.manifest.count;
  }

  get countries() {
    return this.#current.parts.manifest.countries;
  }

  get errors() {
    return this.#current.errors;
  }

  onchange(callback: () => void): () => void {
    const listener = () => callback();
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  retry(): void {
    const version = this.#current;
    if (!version.errors.some(isMissing)) return version.retry();
    void this.renew().then(() => {
      if (this.#current === version) version.retry();
    });
  }

  renew(): Promise<void> {
    return this.#lookForNext(this.#current.now());
  }

  setFilter(filter: PointFilter | null): void {
    this.#current.setFilter(filter);
  }

  get ready(): Promise<void> {
    return this.#request(({ ready }) => ready);
  }

  counts() {
    return totalFacets(this.#current.parts.classes);
  }

  countMatching(filter: PointFilter): number {
    return countMatchingClasses(this.#current.parts.classes, filter);
  }

  nearest: PointNetwork['nearest'] = (position, amount, options) =>
    this.#read((reader) => reader.nearest(position, amount, options), options?.signal);

  findById: PointNetwork['findById'] = (id, signal) =>
    this.#read((reader) => reader.findById(id, signal), signal);

  readItem: PointNetwork['readItem'] = (point, signal) =>
    this.#read((reader) => reader.readItem(point), signal);

  findIds: PointNetwork['findIds'] = (beginning, limit, signal) =>
    this.#lookUp(({ ids }) => ids.findIds(beginning, limit), signal);

  findPlaces: PointNetwork['findPlaces'] = (query, limit, signal, countries = []) =>
    this.#lookUp(({ places }) => places.find(query, limit, countries), signal);

  findCalled: PointNetwork['findCalled'] = (name, countries, signal) =>
    this.#lookUp(({ places }) => places.findCalled(name, countries), signal);

  findWritten: PointNetwork['findWritten'] = (name, countries, signal) =>
    this.#lookUp(({ places }) => places.findWritten(name, countries), signal);

  findNearPostcodes: PointNetwork['findNearPostcodes'] = (postcode, countries, signal) =>
    this.#lookUp(({ places }) => places.findNearPostcodes(postcode, countries), signal);

  countryNames: PointNetwork['countryNames'] = (signal) =>
    this.#lookUp((lookUps) => lookUps.countryNames(), signal);

  largestCities: PointNetwork['largestCities'] = (limit, countries, signal) =>
    this.#lookUp((lookUps) => lookUps.largestCities(limit, countries), signal);

  findNames: PointNetwork['findNames'] = (question, signal) =>
    this.#lookUp((lookUps) => lookUps.findNames(question), signal);

  findStreets: PointNetwork['findStreets'] = (question, signal) =>
    this.#lookUp((lookUps) => lookUps.findStreets(question), signal);

  close(): void {
    this.#isClosed = true;
    this.#current.loader.close();
  }

  /** Looks for the next version after a file was missing. */
  noticeMissing(): void {
    void this.#lookForNext(this.#current.now() - CHECKS_AFTER_MISSING_APART_MS);
  }

  /** Continues with the next version. */
  replace(next: SnapshotVersion): void {
    if (this.#isClosed) return next.loader.close();
    this.#current.loader.close();
    this.#current = next;
    next.onchange = this.#notify;
    this.#notify();
  }

  #read<Answer>(question: (reader: PointReader) => Promise<Answer>, signal: AbortSignal | undefined) {
    return this.#request((version) => unlessAborted(version.reader().then(question), signal), signal);
  }

  #lookUp<Answer>(question: (lookUps: LookUps) => Promise<Answer>, signal: AbortSignal | undefined) {
    return this.#read(({ lookUps }) => lookUps().then(question), signal);
  }

  /** Reads from the current version. If that fails, looks for a newer one. Reads again if the version has changed meanwhile. */
  async #request<Answer>(
    question: (version: SnapshotVersion) => Promise<Answer>,
    signal?: AbortSignal,
  ): Promise<Answer> {
    for (;;) {
      const version = this.#current;
      const sinceMs = version.now();
      try {
        const answer = await question(version);
        if (this.#current === version) return answer;
      } catch (error) {
        if (this.#isClosed || signal?.aborted) throw error;
        if (this.#current === version && isMissing(error)) await this.#lookForNext(sinceMs);
        if (this.#current === version) throw error;
      }
    }
  }

  /** Switches to the next version, if there is one. Skipped if that was checked after `sinceMs`. */
  async #lookForNext(sinceMs: number): Promise<void> {
    if (this.#isClosed) return;
    try {
      const changeVersion = await this.#loadChange?.();
      await changeVersion?.(sinceMs);
    } catch {
      // The missing file is already reported.
    }
  }

  /** Calls the listeners once per turn of the event loop, however many changes there were. */
  readonly #notify = (): void => {
    if (this.#isNotifying) return;
    this.#isNotifying = true;
    queueMicrotask(() => {
      this.#isNotifying = false;
      for (const listener of this.#listeners) listener();
    });
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}
