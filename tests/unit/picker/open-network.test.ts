import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReadPage } from '#platform/walk-points.ts';
import { openNetwork } from '../../../src/lib/picker/open-network.ts';
import { LiveList } from '../../../src/lib/picker/live-list.ts';
import { makeGrid } from '../network/open-test-snapshot.ts';
import { publish } from '../network/publish-in-memory.ts';

const { manifest, files } = await publish(makeGrid(2));
const readPage: ReadPage = () =>
  Promise.resolve({ count: 0, page: 1, perPage: 500, totalPages: 0, items: [] });
let published: ReadonlyMap<string, unknown>;
const warn = vi.fn();

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) => {
    const content = published.get(address.replace('/snapshot/', ''));
    return Promise.resolve(new Response(content as BodyInit, { status: content === undefined ? 404 : 200 }));
  });
  vi.spyOn(console, 'warn').mockImplementation(warn);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  warn.mockReset();
});

/** Opens the network of a page that has requested this manifest early. */
async function open(early: unknown) {
  published = new Map([...files, ['manifest.json', JSON.stringify(early)]]);
  vi.stubGlobal('window', { droppointManifest: Promise.resolve(early) });
  const network = await openNetwork(readPage);
  network.close();
  return { isLive: network instanceof LiveList, count: network.count, warnings: warn.mock.calls.length };
}

it('the published network is opened', async () => {
  expect(await open(manifest)).toEqual({ isLive: false, count: 4, warnings: 0 });
});

it('without a published network, the live list is read', async () => {
  expect(await open(null)).toMatchObject({ isLive: true, warnings: 0 });
});

it.each([
  ['of a newer format', { ...manifest, major: 3 }],
  ['that is broken', { ...manifest, squares: null }],
])('a manifest %s isn’t used: the live list is read, with a warning for developers', async (_, early) => {
  expect(await open(early)).toMatchObject({ isLive: true, warnings: 1 });
});
