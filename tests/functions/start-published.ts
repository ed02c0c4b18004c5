import { AppError } from '#platform/errors.ts';
import type { Published } from '../unit/network/publish-in-memory.ts';
import { startHarness, type HarnessOptions } from './harness.ts';

export const DAY_MS = 24 * 3600 * 1000;
/** Where the function reads the network: from the store beside its pages, or from a folder on the server. */
export type Runtime = 'edge' | 'Node';

/** The app with a network published beside its pages, a day after it was read. */
export function startPublished(published: Published, runtime: Runtime, options: HarnessOptions = {}) {
  /** Names of the files read, in order. */
  const requested: string[] = [];
  const state = { files: new Map(published.files), broken: false };
  const read = (name: string) => {
    requested.push(name);
    const content = state.files.get(name);
    return content === undefined ? null : Buffer.from(content);
  };
  const readOnNode = (name: string) =>
    state.broken ? Promise.reject(new AppError('unavailable', 'down')) : Promise.resolve(read(name));
  const harness = startHarness({
    ...options,
    servePage: (request) => {
      const content = read(new URL(request.url).pathname.replace('/snapshot/', ''));
      if (state.broken) return new Response('down', { status: 503 });
      return content === null ? new Response('no such page', { status: 404 }) : new Response(content);
    },
    ...(runtime === 'Node'
      ? { readPublished: { read: readOnNode, cacheBytes: 2 ** 20, cachedPages: 16 } }
      : {}),
  });
  harness.clock.nowMs = Date.parse(published.manifest.walkedAt) + DAY_MS;
  return { harness, requested, state };
}
