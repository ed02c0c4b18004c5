import { readFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pause } from '#async/pause.ts';
import { makeItems, makePlatform, makeSettings, NOW_MS, run } from './made-up-platform.ts';
import { publishItems } from './publish-items.ts';
import { readFiles, readPublished, versionsIn } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

describe('Taking a snapshot', () => {
  it('keeps the platform’s items unchanged, whatever they contain', async () => {
    const strange = JSON.parse(
      '{"id":"PL_1","coordinates":{"latitude":52,"longitude":21,"x":1},"__proto__":{"a":1},"type":"DRONE_PAD","later":[null,{"deep":1.5}]}',
    ) as unknown;
    const { items } = await publishItems([strange]);
    expect(JSON.stringify(items)).toBe(JSON.stringify([strange]));
  });

  it('orders points at the same position by id', async () => {
    const ids = ['PL_b', 'PL_B', 'PL_10', 'PL_2', 'PL_Ł', 'PL_\ud83d\ude00', 'PL_\uffee'];
    const items = ids.map((id) => ({ id, coordinates: { latitude: 52, longitude: 21 } }));
    const { blocks, ids: rows } = await publishItems(items);
    expect(blocks[0]!.points.readIds()).toEqual([...ids].sort());
    expect(rows).toEqual([...ids].sort().map((id, ordinal) => [id, ordinal]));
  });

  it('of two items with the same id, the first in the list wins in any order of pages', async () => {
    const items = makeItems(60);
    items[25] = { ...items[15], type: 'SECOND' };
    const [first, second] = [makeFolder(), makeFolder()];
    const settings = { SNAPSHOT_MAX_LOST_SHARE: '0.1' };
    await run(makeSettings(first, { ...settings, SNAPSHOT_PER_PAGE: '60' }), makePlatform(items));
    const slow = makePlatform(items);
    let secondArrives = () => {};
    const secondCopy = new Promise<void>((resolve) => (secondArrives = resolve));
    await run(makeSettings(second, { ...settings, SNAPSHOT_PER_PAGE: '10' }), {
      fetch: async (input, init) => {
        const answer = await slow.fetch(input, init);
        const page = new URL(input instanceof Request ? input.url : String(input)).searchParams.get('page');
        // The page with the second copy arrives before the one with the first.
        if (page === '3') secondArrives();
        if (page === '2') await secondCopy;
        return answer;
      },
    });
    for (const folder of [first, second]) {
      const { items: published, report } = readPublished(folder);
      expect(published.find(({ id }) => id === 'PL_15')).toEqual(items[15]);
      expect(report).toMatchObject({ repeated: 1, lost: 1, points: 59 });
    }
    expect(versionsIn(second)).toEqual(versionsIn(first));
  });

  it('a valid item wins over an earlier invalid one with the same id', async () => {
    const items = makeItems(60);
    const broken = { id: 'PL_40', coordinates: null };
    const { items: published, report } = await publishItems([broken, broken, ...items], {
      SNAPSHOT_MAX_LOST_SHARE: '0.1',
    });
    expect(published.find(({ id }) => id === 'PL_40')).toEqual(items[40]);
    expect(report).toMatchObject({ points: 60, repeated: 1, setAside: [{ id: 'PL_40' }] });
  });

  it('counts classes, the largest first, with unknown values as empty', async () => {
    const coordinates = { latitude: 52, longitude: 21 };
    const point = (id: string, more: object) => ({ id, coordinates, ...more });
    const { manifest } = await publishItems([
      point('1', { country: 'PL', type: null, locationType: 7 }),
      point('2', { country: 'PL', type: ' APM ', locationType: 'OUTDOOR' }),
      point('3', { country: 'PL', type: 'APM', locationType: 'OUTDOOR' }),
      point('4', { type: 'APM' }),
    ]);
    expect(manifest.facets).toEqual([
      ['PL', 'APM', 'OUTDOOR', 2],
      ['', 'APM', '', 1],
      ['PL', '', '', 1],
    ]);
  });

  it('an unchanged network keeps its version and gets the time of the last walk', async () => {
    const folder = makeFolder();
    const platform = makePlatform(makeItems(50));
    await run(makeSettings(folder), platform);
    const before = readPublished(folder);
    await run(makeSettings(folder), platform, { now: () => NOW_MS + 86_400_000 });
    const after = readPublished(folder);
    expect(after.manifest).toEqual({ ...before.manifest, walkedAt: '2026-11-22T08:00:00.000Z' });
    expect(after.report.walkedAt).toBe('2026-11-22T08:00:00.000Z');
    expect(versionsIn(folder)).toHaveLength(1);
  });

  it('keeps the current and the newest versions only', async () => {
    const folder = makeFolder();
    const settings = makeSettings(folder, { SNAPSHOT_KEEP_VERSIONS: '2' });
    const published: string[] = [];
    for (const [day, amount] of [1000, 1010, 1020, 1000].entries()) {
      const now = () => NOW_MS + day * 86_400_000;
      published.push((await run(settings, makePlatform(makeItems(amount)), { now })).version);
    }
    expect(published[3]).toBe(published[0]);
    expect(versionsIn(folder).sort()).toEqual([published[2], published[3]].sort());
    expect(readdirSync(folder).sort()).toEqual(
      [...versionsIn(folder), 'manifest.json', 'manifest.json.br', 'manifest.json.gz'].sort(),
    );
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { earlier: string[] };
    expect(manifest.earlier).toEqual([published[2]]);
  });

  it('deletes what killed runs left behind', async () => {
    const folder = makeFolder();
    for (const name of ['.next/blocks', '.old-0123456789abcdef/chunks']) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, '9999.bin'), 'half');
    }
    writeFileSync(join(folder, '.lock'), '999999999');
    await run(makeSettings(folder), makePlatform(makeItems(10)));
    expect([...readFiles(folder).keys()].filter((name) => name.includes('9999'))).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('refused while another run works in the folder', async () => {
    const folder = makeFolder();
    const settings = makeSettings(folder);
    const slow = makePlatform(makeItems(10));
    let goOn = () => undefined as void;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const first = run(settings, { fetch: (...request) => held.then(() => slow.fetch(...request)) });
    const second = run(settings, makePlatform(makeItems(10)), { wait: pause });
    await expect(second).rejects.toThrow('Another run is working').finally(goOn);
    await first;
    await run(settings, makePlatform(makeItems(10)));
  });

  it('refused if no item can be placed, so that an empty map replaces nothing', async () => {
    const folder = makeFolder();
    await run(makeSettings(folder), makePlatform(makeItems(10)));
    const before = readFiles(folder);
    for (const items of [[], [{ id: 'PL_1', coordinates: { lat: 52, lon: 21 } }]]) {
      await expect(run(makeSettings(folder), makePlatform(items))).rejects.toThrow('can be placed');
    }
    expect(readFiles(folder)).toEqual(before);
  });

  it('publishes despite a failed page within the allowed share, and reports it', async () => {
    const folder = makeFolder();
    const platform = makePlatform(makeItems(100));
    platform.interfere = (page) => (page === 4 ? new Response(null, { status: 500 }) : undefined);
    const settings = { SNAPSHOT_PER_PAGE: '10', SNAPSHOT_MAX_LOST_SHARE: '0.1' };
    await run(makeSettings(folder, settings), platform);
    expect(readPublished(folder).report).toMatchObject({
      listed: 100,
      points: 90,
      lost: 10,
      failedPages: [4],
      failure: 'The server answered 500.',
    });
    const strict = makeSettings(folder, { ...settings, SNAPSHOT_MAX_LOST_SHARE: '0.09' });
    await expect(run(strict, platform)).rejects.toThrow('10 of 100 points are missing');
    // Pages already read are kept for the next attempt.
    platform.interfere = () => undefined;
    platform.requestedPages.length = 0;
    await run(strict, platform);
    expect(platform.requestedPages.sort((a, b) => a - b)).toEqual([1, 4, 10]);
    expect(readPublished(folder).manifest.count).toBe(100);
  });

  it('reports pages of an earlier run, also after a refusal', async () => {
    const folder = makeFolder();
    const platform = makePlatform(makeItems(100));
    await run(makeSettings(folder), platform);
    const output: string[] = [];
    const terminal = { isTty: false, write: (text: string) => output.push(text) };
    platform.items = makeItems(60);
    await expect(run(makeSettings(folder), platform, { terminal })).rejects.toThrow('refused');
    expect(output.join('')).not.toContain('earlier run');
    await run(makeSettings(folder), platform, { terminal, accept: true });
    expect(output.join('')).toContain('Found pages of an earlier run');
    expect(output.join('')).not.toContain('cut short');
  });

  it('changes nothing for readers if stopped while it writes files', async () => {
    const folder = makeFolder();
    await run(makeSettings(folder), makePlatform(makeItems(50)));
    const before = readFiles(folder);
    const interruption = new AbortController();
    const terminal = {
      isTty: false,
      write: (text: string) => {
        if (text.startsWith('Writing')) interruption.abort();
      },
    };
    const dependencies = { signal: interruption.signal, terminal };
    const stopped = run(makeSettings(folder), makePlatform(makeItems(60)), dependencies);
    await expect(stopped).rejects.toThrow('aborted');
    expect(readFiles(folder)).toEqual(before);
    expect(existsSync(join(folder, '.next'))).toBe(false);
  });

  it('retries a failed token request, one at a time', async () => {
    const platform = makePlatform(makeItems(50));
    let tokens = 0;
    const fetch: typeof platform.fetch = (input, init) => {
      const isToken = (input instanceof Request ? input.url : String(input)).includes('/oauth2/token');
      if (isToken && ++tokens === 1) return Promise.resolve(new Response(null, { status: 503 }));
      return platform.fetch(input, init);
    };
    await run(makeSettings(makeFolder(), { SNAPSHOT_PER_PAGE: '5' }), { fetch });
    expect(tokens).toBe(2);
  });
});
