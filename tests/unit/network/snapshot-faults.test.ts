import { describe, expect, it } from 'vitest';
import { openSnapshot, type SnapshotNetwork } from '#network/snapshot-network.ts';
import { OLDEST_MINOR, SNAPSHOT_MINOR } from '#network/snapshot-format/manifest.ts';
import {
  BASE_URL,
  countAll,
  createHost,
  makeGrid,
  NOW_MS,
  openPublished,
  openTest,
  pointsIn,
  settle,
  WHOLE_WORLD,
} from './open-test-snapshot.ts';
import { publish, VERSION } from './publish-in-memory.ts';

const countWorld = ({ source }: SnapshotNetwork) => countAll(source.clustersIn(WHOLE_WORLD, 9));

/** Opens what is published at a host. */
const openAt = (fetchNow: typeof fetch, more: { manifest?: Promise<unknown> } = {}) =>
  openSnapshot({ baseUrl: BASE_URL, fetch: fetchNow, now: () => NOW_MS, ...more });
/** A host that gives this once instead of a file. @returns how the file was asked for */
function breakOnce(host: ReturnType<typeof createHost>, file: string, content: Uint8Array<ArrayBuffer>) {
  let isBroken = true;
  host.instead = (name) => {
    if (name !== file || !isBroken) return null;
    isBroken = false;
    return new Response(content);
  };
  return () => host.requested.filter(({ name }) => name === file).map(({ cache }) => cache);
}

const published = await publish(makeGrid(4), { pointsInBlock: 4 });
const BLOCK = `${VERSION}/blocks/1.bin`;
const bytes = published.files.get(BLOCK) as Uint8Array;
const foreign = published.files.get(`${VERSION}/blocks/0.bin`) as Uint8Array;
/** The files that opening requests. */
const OPENED = ['manifest.json', `${VERSION}/table.bin`];
const brokenIds = bytes.slice();
brokenIds[brokenIds.length - 2] = 0x20;

const FAULTS: [string, () => Response | Promise<Response>, string][] = [
  ['that is missing', () => new Response('gone', { status: 404 }), 'not_found'],
  ['that the host stumbles over', () => new Response('', { status: 503 }), 'unavailable'],
  ['that is cut off', () => new Response(bytes.slice(0, -2)), 'malformed'],
  ['of another square', () => new Response(foreign.slice()), 'malformed'],
  ['with broken ids', () => new Response(brokenIds.slice()), 'malformed'],
  ['that is a web page', () => new Response('<!doctype html><title>Not found</title>'), 'malformed'],
  ['without network', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
];

describe('a block', () => {
  it.each(FAULTS)(
    '%s is drawn from its count, tried again with growing pauses, and told of',
    async (_, answer, code) => {
      const { snapshot, host, clock, pauses } = await openPublished(published);
      let calls = 0;
      snapshot.onchange(() => calls++);
      host.instead = (name) => (name === BLOCK ? answer() : null);
      expect(countWorld(snapshot)).toBe(16);
      await settle();
      expect(countWorld(snapshot)).toBe(16);
      expect(calls).toBeGreaterThan(0);
      expect(pauses).toEqual([...pauses].sort((a, b) => a - b));
      expect(host.countRequests(BLOCK)).toBe(pauses.length + 1);
      expect(pauses.length).toBeGreaterThan(1);
      expect(snapshot.errors).toMatchObject([{ code }]);
      expect(pointsIn(snapshot, WHOLE_WORLD).complete).toBe(false);

      // Further views request it again, but not at every frame.
      const before = host.countRequests(BLOCK);
      countWorld(snapshot);
      await settle();
      expect(host.countRequests(BLOCK)).toBe(before);
      clock.nowMs += 60_000;
      host.instead = () => null;
      countWorld(snapshot);
      await settle();
      expect(snapshot.errors).toEqual([]);
      expect(pointsIn(snapshot, WHOLE_WORLD).points).toHaveLength(16);
    },
  );

  it('that failed is asked for at once when the network is back', async () => {
    const { snapshot, host } = await openPublished(published);
    host.instead = (name) => (name === BLOCK ? Promise.reject(new TypeError('offline')) : null);
    countWorld(snapshot);
    await settle();
    expect(snapshot.errors).toHaveLength(1);
    host.instead = () => null;
    snapshot.retry();
    await settle();
    expect(snapshot.errors).toEqual([]);
    expect(pointsIn(snapshot, WHOLE_WORLD).complete).toBe(true);
  });

  it('that was broken is fetched past the browser’s copy', async () => {
    const { snapshot, host } = await openPublished(published);
    const listRequested = breakOnce(host, BLOCK, bytes.slice(0, 5));
    countWorld(snapshot);
    await settle();
    expect(listRequested()).toEqual([undefined, 'reload']);
    expect(snapshot.errors).toEqual([]);
  });

  it('is fetched once, however often the view is drawn', async () => {
    const { snapshot, host } = await openPublished(published);
    for (let frame = 0; frame < 5; frame++) {
      countWorld(snapshot);
      await settle();
    }
    expect(host.countRequests(BLOCK)).toBe(1);
  });

  it('is not asked for any more once the snapshot is closed', async () => {
    const { snapshot, host } = await openPublished(published);
    snapshot.close();
    countWorld(snapshot);
    await settle();
    expect(host.requested.map(({ name }) => name)).toEqual(OPENED);
  });
});

describe('the table of blocks', () => {
  const TABLE = `${VERSION}/table.bin`;

  it('that was cut off is fetched past the browser’s copy', async () => {
    const host = createHost(published.files);
    const listRequested = breakOnce(host, TABLE, (published.files.get(TABLE) as Uint8Array).slice(1));
    expect(countWorld(await openAt(host.fetch))).toBe(16);
    expect(listRequested()).toEqual([undefined, 'reload']);
  });

  it.each([
    ['is missing', () => new Response('gone', { status: 404 }), 'not_found'],
    ['stays broken', () => new Response('<!doctype html>'), 'malformed'],
  ])('that %s tells why', async (_, answer, code) => {
    const host = createHost(published.files);
    host.instead = (name) => (name === TABLE ? answer() : null);
    await expect(openAt(host.fetch)).rejects.toMatchObject({ code });
  });
});

describe('the manifest', () => {
  const openWith = (manifest: unknown, early?: Promise<unknown>) => {
    const host = createHost(new Map([...published.files, ['manifest.json', JSON.stringify(manifest)]]));
    return { host, opening: openAt(host.fetch, early && { manifest: early }) };
  };
  const { manifest } = published;

  it('of a newer major version is refused, whatever else is in it', async () => {
    const newer = { format: manifest.format, major: 3, squares: 'something else' };
    for (const { opening } of [openWith(newer), openWith(manifest, Promise.resolve(newer))])
      await expect(opening).rejects.toMatchObject({ code: 'unsupported_version' });
  });

  it('of an older version is refused too: it is published anew with the next walk', async () => {
    for (const older of [{ major: 1 }, { minor: OLDEST_MINOR - 1 }])
      await expect(openWith({ ...manifest, ...older }).opening).rejects.toMatchObject({
        code: 'unsupported_version',
      });
  });

  it('of a newer minor version is read, and fields nobody knows are ignored', async () => {
    const later = { ...manifest, minor: SNAPSHOT_MINOR + 1, overview: [1, 2], colours: 'ab' };
    const snapshot = await openWith(later).opening;
    expect(snapshot.source.size).toBe(16);
  });

  it.each([
    ['without squares', { ...manifest, squares: undefined }],
    ['of another format', { ...manifest, format: 'something' }],
    ['whose folder leads elsewhere', { ...manifest, version: '../../secrets' }],
    ['whose count is not that of its blocks', { ...manifest, count: 17 }],
    ['whose squares don’t tile the world', { ...manifest, squares: 'B' }],
    ['that is nothing', null],
  ])('%s is refused', async (_, broken) => {
    await expect(openWith(broken).opening).rejects.toMatchObject({ code: 'malformed' });
  });

  it('that the page has asked for already isn’t asked for again, as an answer or as JSON', async () => {
    for (const early of [new Response(JSON.stringify(manifest)), manifest]) {
      const { host, opening } = openWith(manifest, Promise.resolve(early));
      expect((await opening).count).toBe(16);
      expect(host.requested.map(({ name }) => name)).toEqual(OPENED.slice(1));
    }
  });

  it('that the page asked for in vain is asked for again', async () => {
    const failures = [
      () => Promise.resolve(new Response('', { status: 500 })),
      () => Promise.reject(new Error('offline')),
      () => Promise.resolve('<html>'),
    ];
    for (const early of failures) {
      const { host, opening } = openWith(manifest, early());
      expect((await opening).count).toBe(16);
      expect(host.requested[0]).toEqual({ name: 'manifest.json', cache: 'no-cache' });
    }
  });

  it('comes from the browser’s copy without network', async () => {
    const host = createHost(published.files);
    // Immutable files are read from the cache without a request.
    const fetchOffline: typeof fetch = (input, init) =>
      init?.cache === undefined || init.cache === 'force-cache'
        ? host.fetch(input, init)
        : Promise.reject(new TypeError('offline'));
    expect((await openAt(fetchOffline)).count).toBe(16);
  });

  it('that can’t be had at all tells why', async () => {
    const fetchOffline = () => Promise.reject(new TypeError('offline'));
    await expect(openAt(fetchOffline)).rejects.toMatchObject({ code: 'network' });
  });

  it('of an empty network draws nothing', async () => {
    const { snapshot } = await openTest([]);
    expect(snapshot.source.clustersIn(WHOLE_WORLD, 4)).toEqual([]);
    expect(snapshot.source.extent()).toBeNull();
    expect((await snapshot.nearest({ latitude: 0, longitude: 0 }, 3)).points).toEqual([]);
  });
});
