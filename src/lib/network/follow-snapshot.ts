import { AppError } from '../contract/errors.ts';
import type { PointFilter } from './class-filter.ts';
import { memoizeAsync } from './memoize-async.ts';
import { openSnapshot, type SnapshotOptions } from './open-snapshot.ts';
import type { Bounds } from './point-source.ts';
import type { Snapshot } from './point-network.ts';

/** Nodes that publish each for itself may disagree about the version for good. */
const MAX_OPENED = 3;
/** The map asks for a block that is missing again and again; a name that nobody has may have no file at all. */
const UNASKED_LOOKS_APART_MS = 15_000;

/**
 * Opens a published network that outlives its version. When a file of it is no longer there and the manifest names another version by
 * now, it goes on with that one: what was asked meanwhile is asked again there, the filter stays, and `onchange` tells; `version`, and
 * what else is said of the whole network, is the new one's from then on.
 * @throws AppError as `openSnapshot`
 */
export async function followSnapshot(options: SnapshotOptions): Promise<Snapshot> {
  const { now } = options;
  const listeners = new Set<() => void>();
  const notify = () => listeners.forEach((listener) => listener());
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let filter: PointFilter | null = null;
  let view: Bounds | null = null;
  let noticedAtMs = -Infinity;

  // Rarely needed, so it comes when it is.
  const changeOver = memoizeAsync(async () =>
    (await import('./change-version.ts')).createChangeVersion({
      ...options,
      fetch: fetchAndNotice,
      current: () => current,
      filter: () => filter,
      view: () => view,
      take(next) {
        if (state === 'closed') return next.close();
        current.close();
        current = next;
        current.onchange(notify);
        notify();
      },
    }),
  );
  // What it met is no news: the file that is missing is told of.
  const lookForNext = (sinceMs: number) => changeOver(sinceMs).catch(() => {});

  async function fetchAndNotice(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await options.fetch(...request);
    const isMissing = response.status === 404 || response.status === 410;
    if (isMissing && state === 'open' && now() - noticedAtMs > UNASKED_LOOKS_APART_MS) {
      noticedAtMs = now();
      void lookForNext(noticedAtMs);
    }
    return response;
  }

  /** Asks the version in hand, and the next one when there is one by the time that this one has failed. */
  async function ask<Answer>(question: (snapshot: Snapshot) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const asked = current;
      const sinceMs = now();
      try {
        return await question(asked);
      } catch (error) {
        if (state === 'closed') throw error;
        if (current === asked && isMissing(error)) await lookForNext(sinceMs);
        if (current === asked) throw error;
      }
    }
  }

  let current = await openFirst({ ...options, fetch: fetchAndNotice });
  current.onchange(notify);
  state = 'open';

  const own: Partial<Snapshot> = {
    source: {
      get size() {
        return current.source.size;
      },
      clustersIn(bounds, zoom) {
        view = bounds;
        return current.source.clustersIn(bounds, zoom);
      },
      find: (id) => current.source.find(id),
      extent: () => current.source.extent(),
    },
    onchange(callback) {
      const listener = () => callback();
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    retry() {
      const asked = current;
      const mayBeOld = asked.problems.some(({ kind }) => kind === 'not_found');
      void (mayBeOld ? lookForNext(now()) : Promise.resolve()).then(() => {
        if (current === asked) asked.retry();
      });
    },
    renew: () => lookForNext(now()),
    setFilter(wanted) {
      filter = wanted;
      current.setFilter(wanted);
    },
    get ready() {
      return ask((snapshot) => snapshot.ready);
    },
    nearest: (...question) => ask((snapshot) => snapshot.nearest(...question)),
    findById: (...question) => ask((snapshot) => snapshot.findById(...question)),
    readItem: (...question) => ask((snapshot) => snapshot.readItem(...question)),
    findIds: (...question) => ask((snapshot) => snapshot.findIds(...question)),
    findPlaces: (...question) => ask((snapshot) => snapshot.findPlaces(...question)),
    findCalled: (...question) => ask((snapshot) => snapshot.findCalled(...question)),
    findNearPostcodes: (...question) => ask((snapshot) => snapshot.findNearPostcodes(...question)),
    countryNames: (...question) => ask((snapshot) => snapshot.countryNames(...question)),
    findStreets: (...question) => ask((snapshot) => snapshot.findStreets(...question)),
    close() {
      state = 'closed';
      current.close();
    },
  };
  // All else is the version's own.
  return new Proxy(own as Snapshot, {
    get: (own, key) => Reflect.get(key in own ? own : current, key) as unknown,
  });
}

/** The manifest in hand may be that of a version that is gone: then it is read again. */
async function openFirst({ manifest, ...options }: SnapshotOptions): Promise<Snapshot> {
  for (let opened = 1; ; opened++) {
    try {
      return await openSnapshot(opened === 1 && manifest !== undefined ? { ...options, manifest } : options);
    } catch (error) {
      if (!isMissing(error) || opened === MAX_OPENED) throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof AppError && error.code === 'not_found';
}
