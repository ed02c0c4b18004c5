import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPoint } from '#platform/point.ts';
import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import { mortonKey } from '#network/snapshot-format/morton.ts';
import { generateNetwork } from '../../sandbox/network/generate.ts';
import { settingsOf, startSmallSandbox, switchFaults } from '../sandbox/sandbox-client.ts';
import { makeSettings, runNow as run } from './made-up-platform.ts';
import { isCompressedAlike, readFiles, readPublished } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

const POINTS = 3000;
const sandbox = await startSmallSandbox({ SANDBOX_POINTS: String(POINTS) });
/** Folder with the network, for tests that change nothing there. */
const published = makeFolder();
beforeAll(() => run(settingsFor(published), { fetch }));
afterAll(() => sandbox.close());
afterEach(() => fetch(`${sandbox.addresses.base}/__sandbox/faults`, { method: 'DELETE' }));

/** `fetch` that counts requests for pages. */
function makeCounter() {
  const counter = {
    pages: 0,
    fetch: ((input: string | URL, init?: RequestInit) => {
      if (String(input).includes('/location/')) counter.pages++;
      return fetch(input, init);
    }) as typeof fetch,
  };
  return counter;
}

const settingsFor = (folder: string, more: Record<string, string> = {}) =>
  makeSettings(folder, {
    ...settingsOf(sandbox.addresses),
    SNAPSHOT_PER_PAGE: '100',
    ...more,
  });

describe('Snapshot of the sandbox', () => {
  it('blocks, chunks and ids each contain every placeable point once', () => {
    const { manifest, blocks, items, ids, report } = readPublished(published);

    const listed = generateNetwork({ points: POINTS, seed: 1, imageBase: sandbox.addresses.base });
    const swapped = report.setAside.filter(({ reason }) => reason === 'coordinates_swapped');
    const expected = new Map(
      Array.from({ length: POINTS }, (_, at) => JSON.parse(listed.jsonAt(at)) as { id: string })
        .filter((item) => 'point' in readPoint(item) && swapped.every(({ id }) => id !== item.id))
        .map((item) => [item.id, item]),
    );
    expect(items.length).toBe(expected.size);
    for (const item of items) expect(item).toEqual(expected.get(item['id'] as string));

    const ordinalOfId = new Map(items.map((item, ordinal) => [item['id'], ordinal]));
    expect(ordinalOfId.size).toBe(expected.size);
    expect(blocks.flatMap(({ points }) => points.readIds())).toEqual(items.map(({ id }) => id));
    expect(new Map(ids)).toEqual(ordinalOfId);
    expect(manifest.count).toBe(expected.size);
    expect(manifest.count + report.setAside.length).toBe(POINTS);
  });

  it('a block has the position and class of each of its points', () => {
    const { manifest, blocks, items } = readPublished(published);
    expect(blocks.length).toBeGreaterThan(3);
    for (const { start, count, points } of blocks) {
      expect(count).toBeLessThanOrEqual(1024);
      items.slice(start, start + count).forEach((item, at) => {
        const { latitude, longitude } = item['coordinates'] as { latitude: number; longitude: number };
        expect(points.keys[at]).toBe(mortonKey(unitX(longitude), unitY(latitude)));
        const [country, type, locationType] = manifest.facets[points.facets[at]!]!;
        expect([country, type, locationType]).toEqual([
          item['country'],
          item['type'] ?? '',
          item['locationType'],
        ]);
      });
    }
    expect(manifest.facets.reduce((sum, [, , , count]) => sum + count, 0)).toBe(manifest.count);
  });

  it('facets.json counts the classes of each block, with centroids inside the square', () => {
    const { blocks, readJson } = readPublished(published);
    const facets = readJson('facets.json') as number[][];
    expect(facets.length).toBe(blocks.length);
    blocks.forEach(({ points, centroidX }, at) => {
      const counts = new Map<number, number>();
      for (const facet of points.facets) counts.set(facet, (counts.get(facet) ?? 0) + 1);
      const facetNumbers = facets[at]!;
      const rows = Array.from({ length: facetNumbers.length / 4 }, (_, row) =>
        facetNumbers.slice(row * 4, row * 4 + 4),
      );
      expect(new Map(rows.map(([facet, count]) => [facet, count]))).toEqual(counts);
      for (const [, , x, y] of rows) expect([x! >= 0 && x! < 64, y! >= 0 && y! < 64]).toEqual([true, true]);
      if (rows.length === 1) expect(Math.floor(rows[0]![2]! / 4)).toBe(Math.floor(centroidX / 4));
    });
  });

  it('the size and order of the pages don’t change a byte of it', async () => {
    const second = makeFolder();
    await switchFaults(sandbox, [{ kind: 'latency', milliseconds: 0, jitterMilliseconds: 20 }]);
    await run(settingsFor(second, { SNAPSHOT_PER_PAGE: '70', SNAPSHOT_CONCURRENCY: '11' }), { fetch });
    expect([...readFiles(second).keys()]).toEqual([...readFiles(published).keys()]);
    expect(readFiles(second)).toEqual(readFiles(published));
    expect(readdirSync(published).filter((name) => !name.startsWith('manifest'))).toHaveLength(1);
  });

  it('each file has compressed variants beside it', () => {
    // The manifest inside a version is for publishers only.
    const names = [...readFiles(published).keys()].filter(
      (name) => !/\.(br|gz)$|\/manifest\.json$/.test(name),
    );
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect([name, isCompressedAlike(join(published, name))]).toEqual([name, true]);
  });

  it('contains every point of a list that changes while it is read', async () => {
    const folder = makeFolder();
    await switchFaults(sandbox, [
      { kind: 'drift', mode: 'remove', points: 3, times: 2, share: 0.2, routes: ['points'] },
    ]);
    const taken = await run(settingsFor(folder, { SNAPSHOT_CONCURRENCY: '2' }), { fetch });
    const { items, report } = readPublished(folder);
    expect(report).toMatchObject({ moved: true, listed: POINTS - 6, lost: 0 });
    expect(report.passes).toBeGreaterThan(1);
    const listed = generateNetwork({ points: POINTS, seed: 1, imageBase: sandbox.addresses.base });
    const gone = Array.from({ length: 6 }, (_, at) => (JSON.parse(listed.jsonAt(at)) as { id: string }).id);
    expect(items.filter(({ id }) => gone.includes(id as string))).toEqual([]);
    expect(taken.points + taken.rejected).toBe(POINTS - 6);
  });

  it('refused if too many pages fail, and the published one stays unchanged', async () => {
    const folder = makeFolder();
    cpSync(published, folder, { recursive: true });
    const before = readFiles(folder);
    const failing: typeof fetch = (input, init) =>
      /[?&]page=[23]\d/.test(input instanceof Request ? input.url : String(input))
        ? Promise.resolve(new Response(null, { status: 500 }))
        : fetch(input, init);
    await expect(run(settingsFor(folder), { fetch: failing })).rejects.toThrow(
      'Nothing was published: 1,100 of 3,000 points are missing',
    );
    expect(readFiles(folder)).toEqual(before);
    expect(existsSync(join(folder, '.next'))).toBe(false);
  });

  it('an interrupted run resumes with the missing pages', async () => {
    const folder = makeFolder();
    const interruption = new AbortController();
    const first = makeCounter();
    const stopping: typeof fetch = (input, init) => {
      if (first.pages === 15) interruption.abort();
      return first.fetch(input, init);
    };
    const stopped = run(settingsFor(folder), { fetch: stopping }, { signal: interruption.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
    expect(existsSync(join(folder, 'manifest.json'))).toBe(false);

    const second = makeCounter();
    await run(settingsFor(folder), second);
    expect(second.pages).toBeGreaterThan(14);
    expect(second.pages).toBeLessThan(26);
    expect(existsSync(join(folder, '.walk'))).toBe(false);

    expect(readFiles(folder)).toEqual(readFiles(published));
  });
});

describe('Network with invalid items', () => {
  it('leaves out invalid items, and reports each with its problem', async () => {
    const data = join(makeFolder(), 'points.ndjson');
    const good = Array.from({ length: 60 }, (_, at) => ({
      id: `PL_${at}`,
      country: 'PL',
      coordinates: { latitude: 51 + at / 50, longitude: 18 + at / 20 },
      address: { city: at < 20 ? 'ŁÓDŹ' : 'Łódź', postalCode: '90-001' },
    }));
    const at = (id: string, coordinates: unknown) => ({ id, country: 'PL', coordinates });
    const dirt = [
      at('PL_ZERO', { latitude: 0, longitude: 0 }),
      at('PL_TEXT', { latitude: '52.1', longitude: 21 }),
      at('PL_RANGE', { latitude: 152.2, longitude: 21 }),
      at('PL_SWAPPED', { latitude: 19.5, longitude: 51.8 }),
      at('PL_NOTHING', null),
      { country: 'PL', coordinates: { latitude: 52, longitude: 21 } },
    ];
    writeFileSync(data, [...good, ...dirt].map((item) => JSON.stringify(item)).join('\n'));
    const dirty = await startSmallSandbox({ SANDBOX_DATA: data });
    const folder = makeFolder();
    await run(makeSettings(folder, settingsOf(dirty.addresses)), { fetch });
    await dirty.close();

    const { items, report, manifest, places, version, readPages, readJson } = readPublished(folder);
    expect(items).toHaveLength(60);
    expect(readJson('set-aside/index.json')).toEqual(['PL_NOTHING']);
    expect(readPages('set-aside').flat()).toEqual([
      ['PL_NOTHING', 'coordinates_invalid'],
      ['PL_RANGE', 'coordinates_invalid'],
      ['PL_SWAPPED', 'coordinates_swapped'],
      ['PL_TEXT', 'coordinates_invalid'],
      ['PL_ZERO', 'coordinates_zero'],
    ]);
    expect(report.setAside.map(({ id, reason, problem }) => [id, reason, problem])).toEqual([
      ['PL_NOTHING', 'coordinates_invalid', 'coordinates: missing'],
      ['PL_RANGE', 'coordinates_invalid', 'coordinates.latitude: 152.2 is beyond ±90'],
      ['PL_TEXT', 'coordinates_invalid', 'coordinates.latitude: a text, not a number'],
      [
        'PL_SWAPPED',
        'coordinates_swapped',
        'coordinates: 19.5, 51.8 lies outside PL; exchanged, it lies inside',
      ],
      ['PL_ZERO', 'coordinates_zero', 'coordinates: both are 0'],
      [null, 'id_missing', 'id: missing (number 66 of the list)'],
    ]);
    expect(manifest.setAside).toEqual({
      coordinates_invalid: 3,
      coordinates_swapped: 1,
      coordinates_zero: 1,
      id_missing: 1,
    });
    const text = readFileSync(join(version, 'report.txt'), 'utf8');
    for (const { id } of report.setAside) expect(text).toContain(id ?? '(no id)');
    // Without other names, and without the cities of the map that no address names.
    const own = places.filter((row) => row.length === 7 && (row[2] !== 'city' || row[1] === 'Łódź'));
    expect(own.map(([folded, name, kind, , , , count]) => [folded, name, kind, count])).toEqual([
      ['90001', '90-001', 'postcode', 60],
      ['lodz', 'Łódź', 'city', 60],
    ]);
  });
});
