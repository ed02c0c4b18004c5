import { AppError } from '#platform/errors.ts';
import type { PointFilter } from './class-filter.ts';
import { once } from '#async/once.ts';
import { openSnapshot, type SnapshotOptions } from './open-snapshot.ts';
import type { Bounds } from './point-source.ts';
import type { Snapshot } from './point-network.ts';
import { forwardQuestions } from './questions.ts';

/** Maximum attempts to open: nodes that publish independently may permanently disagree about the version. */
const MAX_OPENED = 3;
/** Minimum time between checks after a 404: the map keeps requesting a missing block, and a prefix without names may have no file. */
const UNASKED_LOOKS_APART_MS = 15_000;

/**
 * Opens a published network that follows new versions. When a file is missing and the manifest names another version, it switches
 * to that version: failed queries are repeated there, the filter is kept, and `onchange` listeners are notified. From then on,
 * `version` and all other properties are those of the new version.
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

  // Rarely needed, so loaded on demand.
  const loadChange = once(async () =>
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
        Object.setPrototypeOf(following, current);
        current.onchange(notify);
        notify();
      },
    }),
  );
  // Errors are ignored: the missing file is already reported.
  const lookForNext = (sinceMs: number) =>
    loadChange()
      .then((change) => change(sinceMs))
      .catch(() => {});

  async function fetchAndNotice(...request: Parameters<typeof fetch>): Promise<Response> {
    const response = await options.fetch(...request);
    const isMissing = response.status === 404 || response.status === 410;
    if (isMissing && state === 'open' && now() - noticedAtMs > UNASKED_LOOKS_APART_MS) {
      noticedAtMs = now();
      void lookForNext(noticedAtMs);
    }
    return response;
  }

  /** Queries the current version; if that fails and there is a newer version by then, queries that one. */
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

  /** What differs from the current version; all the rest is inherited from that. */
  const following: Partial<Snapshot> = {
    source: {
      get size() {
        return current.source.size;
      },
      clustersIn(bounds, zoom) {
        view = bounds;
        return current.source.clustersIn(bounds, zoom);
      },
      find: (id) => current.source.find(id),
      loadIn: (bounds) => current.loadIn(bounds),
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
    ...forwardQuestions(ask),
    close() {
      state = 'closed';
      current.close();
    },
  };
  Object.setPrototypeOf(following, current);
  return following as Snapshot;
}

/** Reads the manifest again if its version is no longer available. */
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
