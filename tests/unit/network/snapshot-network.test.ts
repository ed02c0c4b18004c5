import { describe, expect, it } from 'vitest';
// Loaded on demand: imported here, so that it is there without waiting.
import '#network/change-version.ts';
import '#search/tables/open-tables.ts';
import '#network/read-points.ts';
import { openSnapshot, type SnapshotNetwork } from '#network/snapshot-network.ts';
import { BASE_URL, createHost, makeGrid, NOW_MS, pointsIn, settle } from './open-test-snapshot.ts';
import { publish, VERSION } from './publish-in-memory.ts';
import { passTurn } from '../pass-turn.ts';

const NEXT_VERSION = 'fedcba9876543210';
const CITY = { north: 52.5, south: 51.5, east: 21.5, west: 20.5 };

const items = makeGrid(4);
/** In another order, and without the first points, so that every point's ordinal changes. */
const nextItems = items.slice(2);
const gone = items[0]!;
const stored = items[9]!;
const published = await publish(items, { pointsInBlock: 4 });
const next = await publish(nextItems, { pointsInBlock: 4, version: NEXT_VERSION });
const others = await Promise.all(['1', '2'].map((digit) => publish(items, { version: digit.repeat(16) })));

/** A host that can replace the first version by the next one. */
function makeSite(early?: object) {
  const files = new Map(published.files);
  const host = createHost(files);
  const clock = { nowMs: NOW_MS };
  const options = {
    baseUrl: BASE_URL,
    fetch: host.fetch,
    now: () => clock.nowMs,
    wait: passTurn,
  };
  const replace = (other = next) => {
    files.clear();
    for (const [name, content] of other.files) files.set(name, content);
  };
  const open = () => openSnapshot({ ...options, ...(early && { manifest: Promise.resolve(early) }) });
  const countLooks = () => host.countRequests('manifest.json');
  return { host, files, clock, replace, open, countLooks };
}

/** A site whose first version is open. */
async function openSite() {
  const site = makeSite();
  return { ...site, snapshot: await site.open() };
}

async function drawUntilSettled(snapshot: SnapshotNetwork) {
  for (let turn = 0; turn < 8; turn++) {
    snapshot.source.clustersIn(CITY, 12);
    await settle();
  }
}

describe('a network whose version is gone', () => {
  it('goes on with the next one when a block is missing', async () => {
    const { snapshot, replace } = await openSite();
    const received: string[] = [];
    snapshot.onchange(() => {
      received.push(snapshot.version);
    });
    replace();
    await drawUntilSettled(snapshot);
    expect(snapshot.version).toBe(NEXT_VERSION);
    expect(snapshot.count).toBe(nextItems.length);
    expect(snapshot.errors).toEqual([]);
    expect(pointsIn(snapshot, CITY)).toMatchObject({ complete: true });
    expect(pointsIn(snapshot, CITY).points).toHaveLength(nextItems.length);
    expect(received.at(-1)).toBe(NEXT_VERSION);
  });

  it('has the points of the view before it changes', async () => {
    const { snapshot, replace } = await openSite();
    await drawUntilSettled(snapshot);
    const seen: number[] = [];
    snapshot.onchange(() => {
      if (snapshot.version === NEXT_VERSION) seen.push(pointsIn(snapshot, CITY).points.length);
    });
    replace();
    await snapshot.readItem({ id: stored.id, place: 0 });
    expect(seen[0]).toBe(nextItems.length);
  });

  it.each<[string, (snapshot: SnapshotNetwork) => Promise<unknown>, unknown]>([
    [
      'an item',
      (snapshot) => snapshot.readItem({ id: stored.id, place: 15 }),
      expect.objectContaining({ id: stored.id }),
    ],
    ['the item of a point that is gone', (snapshot) => snapshot.readItem({ id: gone.id, place: 0 }), null],
    ['a point', (snapshot) => snapshot.findById(stored.id), expect.objectContaining({ id: stored.id })],
    ['a point that is gone', (snapshot) => snapshot.findById(gone.id), null],
    ['ids', (snapshot) => snapshot.findIds(stored.id, 1), [stored.id]],
    ['places', (snapshot) => snapshot.findPlaces('warszawa', 3), []],
  ])('answers what is asked there: %s', async (_, request, answer) => {
    const { snapshot, replace, countLooks } = await openSite();
    replace();
    expect(await request(snapshot)).toEqual(answer);
    expect(snapshot.version).toBe(NEXT_VERSION);
    expect(countLooks()).toBe(2);
  });

  it('keeps its filter', async () => {
    const { snapshot, replace } = await openSite();
    replace();
    snapshot.setFilter({ types: ['APM'] });
    await snapshot.ready;
    expect(snapshot.version).toBe(NEXT_VERSION);
    expect(snapshot.source.size).toBe(nextItems.filter(({ type }) => type === 'APM').length);
    expect(snapshot.errors).toEqual([]);
  });

  it('is opened in its next version where an old manifest was at hand', async () => {
    const { open, replace } = makeSite(published.manifest);
    replace();
    const snapshot = await open();
    expect(snapshot.version).toBe(NEXT_VERSION);
  });

  it('reads its manifest past every copy', async () => {
    const { snapshot, replace, host } = await openSite();
    replace();
    await snapshot.findById(stored.id);
    const looks = host.requested.filter(({ name }) => name === 'manifest.json');
    expect(looks.map(({ cache }) => cache)).toEqual(['no-cache', 'no-cache']);
  });
});

describe('a file that is missing from the version that the manifest names', () => {
  const CHUNK = `${VERSION}/chunks/0.json`;
  const first = published.ordered[0]!;
  const request = (snapshot: SnapshotNetwork) => snapshot.readItem({ id: first.id, place: 0 });

  it('is an error, and each further try reads the manifest anew', async () => {
    const { snapshot, files, replace, countLooks } = await openSite();
    files.delete(CHUNK);
    await expect(request(snapshot)).rejects.toMatchObject({ code: 'not_found' });
    await expect(request(snapshot)).rejects.toMatchObject({ code: 'not_found' });
    expect(countLooks()).toBe(3);
    replace(await publish(items, { version: NEXT_VERSION }));
    expect(await request(snapshot)).toMatchObject({ id: first.id });
  });

  it('stays an error while the manifest can’t be read', async () => {
    const { snapshot, files, host } = await openSite();
    files.delete(CHUNK);
    host.instead = (name) => (name === 'manifest.json' ? Promise.reject(new TypeError('offline')) : null);
    await expect(request(snapshot)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is one look at the manifest, however many wait for it', async () => {
    const { snapshot, files, countLooks } = await openSite();
    files.delete(CHUNK);
    await Promise.allSettled([request(snapshot), request(snapshot), request(snapshot)]);
    expect(countLooks()).toBe(2);
  });

  it('of the map is looked after seldom by itself, and at once when somebody tries again', async () => {
    const { snapshot, files, replace, clock, countLooks } = await openSite();
    for (const name of [...files.keys()]) if (name.includes('/blocks/')) files.delete(name);
    await drawUntilSettled(snapshot);
    expect(snapshot.errors.map(({ code }) => code)).toEqual(published.blocks.map(() => 'not_found'));
    expect(countLooks()).toBe(2);
    replace();
    clock.nowMs += 2_000;
    snapshot.retry();
    await drawUntilSettled(snapshot);
    expect(snapshot.version).toBe(NEXT_VERSION);
    expect(snapshot.errors).toEqual([]);
  });
});

describe('nodes that disagree', () => {
  const versions = [published, ...others];

  it('are followed a few times a minute, and then it is an error', async () => {
    const { snapshot, host, files } = await openSite();
    let looks = 0;
    // Each manifest names a version of which only the table exists.
    for (const { files: own } of versions)
      for (const [name, content] of own) if (name.endsWith('table.bin')) files.set(name, content);
    for (const name of [...files.keys()]) if (/ids|blocks|chunks/.test(name)) files.delete(name);
    host.instead = (name) =>
      name === 'manifest.json' ? Response.json(versions[++looks % versions.length]!.manifest) : null;
    await expect(snapshot.findById('PL_3')).rejects.toMatchObject({ code: 'not_found' });
    expect(looks).toBe(4);
  });

  it('don’t keep a visit from ending in an error', async () => {
    const { open, host, files } = makeSite();
    for (const name of [...files.keys()]) if (name.endsWith('table.bin')) files.delete(name);
    await expect(open()).rejects.toMatchObject({ code: 'not_found' });
    expect(host.requested.length).toBeLessThan(8);
  });
});

describe('a version that is replaced while a question is open', () => {
  /** Holds the responses for some files of the first version. @returns lets them come */
  function hold(host: Awaited<ReturnType<typeof openSite>>['host'], part: RegExp) {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    host.instead = (name) =>
      name.startsWith(VERSION) && part.test(name)
        ? held.then(() => new Response(published.files.get(name) as BodyInit))
        : null;
    return release;
  }

  it('the nearest points are those of the next version, and complete', async () => {
    const { snapshot, replace, host } = await openSite();
    const release = hold(host, /blocks/);
    const nearest = snapshot.nearest(gone.coordinates, 3);
    await settle();
    replace();
    await snapshot.renew();
    release();
    const { points, complete } = await nearest;
    expect(complete).toBe(true);
    expect(points).toHaveLength(3);
    expect(points.map(({ point }) => point.id)).not.toContain(gone.id);
  });

  it('the id of a point that is gone isn’t found, though the first version still answers', async () => {
    const { snapshot, replace, host } = await openSite();
    const release = hold(host, /ids/);
    const found = snapshot.findIds(gone.id, 1);
    await settle();
    replace();
    await snapshot.renew();
    release();
    expect(await found).toEqual([]);
  });

  it('the filter is that which was set last, though its counts were still loading', async () => {
    const { snapshot, replace, host } = await openSite();
    const release = hold(host, /facets/);
    snapshot.setFilter({ types: ['PUDO'] });
    const ready = snapshot.ready;
    await settle();
    replace();
    await snapshot.renew();
    release();
    await ready;
    expect(snapshot.source.size).toBe(nextItems.filter(({ type }) => type === 'PUDO').length);
  });

  it('an aborted question ends at once and isn’t asked again', async () => {
    const { snapshot, replace, host } = await openSite();
    hold(host, /ids/);
    const stop = new AbortController();
    const found = snapshot.findById(stored.id, stop.signal);
    await settle();
    replace();
    await snapshot.renew();
    stop.abort();
    await expect(found).rejects.toMatchObject({ code: 'aborted' });
    await settle();
    expect(host.requested.some(({ name }) => name.startsWith(`${NEXT_VERSION}/ids`))).toBe(false);
  });
});

it('listeners hear of the next version, and of what is loaded in it, until they are removed', async () => {
  const { snapshot, replace } = await openSite();
  const received: string[] = [];
  const listen = (name: string) => snapshot.onchange(() => received.push(`${name} ${snapshot.version}`));
  const hear = async () => {
    received.length = 0;
    await drawUntilSettled(snapshot);
    return new Set(received);
  };
  const stopBefore = listen('before');
  replace();
  await snapshot.renew();
  expect(received).toEqual([`before ${NEXT_VERSION}`]);
  const stopAfter = listen('after');
  // Deep enough for blocks that the change hasn't loaded.
  snapshot.setFilter({ types: ['APM'] });
  expect(await hear()).toEqual(new Set([`before ${NEXT_VERSION}`, `after ${NEXT_VERSION}`]));
  stopBefore();
  snapshot.setFilter(null);
  expect(await hear()).toEqual(new Set([`after ${NEXT_VERSION}`]));
  stopAfter();
  snapshot.setFilter({ types: ['APM'] });
  expect(await hear()).toEqual(new Set());
});

it('the map’s source draws the next version, and finds its points', async () => {
  const { snapshot, replace } = await openSite();
  const { source } = snapshot;
  await drawUntilSettled(snapshot);
  expect(source.find(gone.id)).not.toBeNull();
  replace();
  await snapshot.renew();
  expect(source.size).toBe(nextItems.length);
  expect(source.find(gone.id)).toBeNull();
  expect(source.find(stored.id)?.place).toBe((await snapshot.findById(stored.id))?.place);
});

it('a network that was closed changes no more', async () => {
  const { snapshot, replace } = await openSite();
  replace();
  const requested = snapshot.findById(stored.id);
  snapshot.close();
  await expect(requested).rejects.toBeDefined();
  await settle();
  expect(snapshot.version).toBe(VERSION);
});
