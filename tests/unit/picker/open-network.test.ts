import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReadPage } from '#platform/walk-points.ts';
import { openNetwork } from '../../../src/lib/picker/open-network.ts';
import { LiveList } from '../../../src/lib/picker/live-list.ts';
import { makeGrid } from '../network/open-test-snapshot.ts';
import { publish } from '../network/publish-in-memory.ts';
import { BLOCK_TABLE } from '#network/snapshot-format/layout.ts';

const { manifest, files } = await publish(makeGrid(2));
const readPage: ReadPage = () =>
  Promise.resolve({ count: 0, page: 1, perPage: 500, totalPages: 0, items: [] });
let published: ReadonlyMap<string, unknown>;
let requested: string[] = [];
const warn = vi.fn();

beforeEach(() => {
  requested = [];
  vi.stubGlobal('fetch', (address: string) => {
    requested.push(address);
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

/** Opens the network of a page that has requested this manifest, and these files, early. */
async function open(early: unknown, droppointFiles?: Map<string, ArrayBuffer>) {
  published = new Map([...files, ['manifest.json', JSON.stringify(early)]]);
  vi.stubGlobal('window', { droppointManifest: Promise.resolve(early), droppointFiles });
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

const TABLE = `/snapshot/${manifest.version}/${BLOCK_TABLE}`;
const table = files.get(`${manifest.version}/${BLOCK_TABLE}`) as Uint8Array<ArrayBuffer>;

it('a file that the page has fetched early isn’t requested again, nor kept', async () => {
  const early = new Map([[TABLE, table.slice().buffer]]);
  expect(await open(manifest, early)).toEqual({ isLive: false, count: 4, warnings: 0 });
  expect(requested).toEqual([]);
  expect(early.size).toBe(0);
});

it('one that the page has fetched early, but was cut off, is requested', async () => {
  const early = new Map([[TABLE, table.slice(1).buffer]]);
  expect(await open(manifest, early)).toEqual({ isLive: false, count: 4, warnings: 0 });
  expect(requested).toEqual([TABLE]);
});
