import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OLDEST_MINOR, type SnapshotManifest } from '../../src/lib/snapshot-format/manifest.ts';
import { listVersions } from '../../publisher/versions.ts';
import { rollBack } from '../../publisher/roll-back.ts';
import { settingsOf, startSmallSandbox, switchFaults } from '../sandbox/sandbox-client.ts';
import { makeItems, makePlatform, makeSettings, NOW_MS, run, runNow, type Item } from './made-up-platform.ts';
import { readFiles, readPublished, versionsIn } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

const DAY_MS = 86_400_000;
const silent = () => undefined;

/** Creates a folder, and nights on which a list is read and published there. */
function startNights() {
  const folder = makeFolder();
  let night = 0;
  const walk = (items: unknown[], accept = false) => {
    const nowMs = NOW_MS + night++ * DAY_MS;
    return run(makeSettings(folder), makePlatform(items), { now: () => nowMs, accept });
  };
  return { folder, walk, back: (version: string | null = null) => rollBack(folder, version, silent) };
}

const inCountry = (country: string, items: Item[]) =>
  items.map((item, at) => ({
    ...item,
    id: `${country}_${String(item['id'])}`,
    country,
    coordinates: { latitude: 48.95, longitude: 17.55 + at / 1000 },
  }));
const ITEMS = [...makeItems(900), ...inCountry('CZ', makeItems(100))];
/** Returns the list with its first items changed. */
const change = (amount: number, edit: (item: Item) => unknown) =>
  ITEMS.map((item, at) => (at < amount ? edit(item) : item));
const without = (field: string) => (item: Item) => ({ ...item, [field]: undefined });

/** A folder in which `ITEMS` were published on the first night. */
const { folder: published, walk: walkFirst } = startNights();
const { version: firstVersion } = await walkFirst(ITEMS);
function startSecondNight() {
  const nights = startNights();
  cpSync(published, nights.folder, { recursive: true });
  return nights;
}

describe('Publish gate for a network that differs from the published one', () => {
  it.each<[what: string, items: unknown[], ...named: string[]]>([
    [
      'a list of three fifths',
      ITEMS.slice(0, 600),
      'points in all: 1,000 → 600 (−40 %): more than 5 %',
      '400 of 1,000 points are gone (40 %)',
    ],
    [
      'a part of a country',
      [...ITEMS.slice(0, 900), ...ITEMS.slice(925)],
      'points in CZ: 100 → 75 (−25 %): more than 20 %',
    ],
    [
      'broken positions',
      change(30, without('coordinates')),
      'items set aside: 0 → 30 (their share rose by 3 %): more than 2 %',
    ],
  ])('refuses %s', async (_what, items, ...named) => {
    const { folder, walk } = startSecondNight();
    const before = readFiles(folder);
    const refusal = await walk(items).then(
      () => 'published',
      (error: Error) => error.message,
    );
    expect(refusal).toContain(`Compared with ${firstVersion}, read on 2026-11-21 at 08:00 UTC`);
    for (const text of named) expect(refusal).toContain(text);
    expect(refusal).toContain('npm run snapshot -- --accept');
    // Only the failures are listed.
    expect(refusal.match(/^ {2}\S/gm)).toHaveLength(refusal.match(/more than/g)!.length);
    expect(readFiles(folder)).toEqual(before);
  });

  it.each<[what: string, items: unknown[]]>([
    ['a few added and removed points', [...ITEMS.slice(50), ...makeItems(40, 'new_')]],
    ['some items set aside, which aren’t gone', change(20, without('coordinates'))],
    ['an additional country', [...ITEMS, ...inCountry('SK', makeItems(400))]],
  ])('lets %s through', async (_what, items) => {
    const { walk, folder } = startSecondNight();
    await walk(items);
    expect(readPublished(folder).report.comparisons[0]?.changes).not.toEqual([]);
  });

  it('the report lists the differences', async () => {
    const { folder, walk } = startNights();
    const first = await walk(ITEMS);
    expect(readPublished(folder).report.comparisons).toEqual([]);
    await walk(ITEMS.slice(10));
    const { report, version } = readPublished(folder);
    expect(report.comparisons).toMatchObject([
      {
        version: first.version,
        changes: [
          { figure: 'points', before: 1000, now: 990, exceeded: false },
          { figure: 'gone', now: 10 },
          { figure: 'country PL' },
        ],
      },
    ]);
    expect(readFileSync(join(version, 'report.txt'), 'utf8')).toContain('10 of 1,000 points are gone (1 %)');
  });

  it('--accept publishes once, and the next night is checked again', async () => {
    const { folder, walk } = startSecondNight();
    await walk(ITEMS.slice(0, 600), true);
    expect(readPublished(folder).manifest.count).toBe(600);
    await walk(ITEMS.slice(0, 595));
    await expect(walk(ITEMS.slice(0, 300))).rejects.toThrow('refused');
  });

  it('refuses many small losses in a row', async () => {
    const { walk } = startSecondNight();
    await walk(ITEMS.slice(40));
    await expect(walk(ITEMS.slice(80))).rejects.toThrow('points in all: 1,000 → 920 (−8 %)');
  });

  it('refuses if the published network can’t be read, and says so', async () => {
    const { folder, walk } = startSecondNight();
    rmSync(join(folder, firstVersion, 'ids'), { recursive: true });
    await expect(walk(ITEMS)).rejects.toThrow("can't read the published network");
    writeFileSync(join(folder, 'manifest.json'), '{"half');
    await expect(walk(ITEMS)).rejects.toThrow('manifest.json is damaged');
    await walk(ITEMS, true);
    // The lost files are back.
    await walk(ITEMS);
    expect(readPublished(folder).ids).toHaveLength(1000);
  });

  it('Roll-back: refuses a version whose format no page reads any more', async () => {
    const { folder, walk, back } = startSecondNight();
    await walk(ITEMS.slice(1));
    const path = join(folder, firstVersion, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as SnapshotManifest;
    writeFileSync(path, JSON.stringify({ ...manifest, minor: OLDEST_MINOR - 1 }));
    await expect(back()).rejects.toThrow('There is no version to roll back to');
    await expect(back(firstVersion)).rejects.toThrow('not a version that you can roll back to');
  });

  it('refuses if nine of ten pages lack a field', async () => {
    const sandbox = await startSmallSandbox({ SANDBOX_POINTS: '500' });
    const folder = makeFolder();
    const settings = makeSettings(folder, { ...settingsOf(sandbox.addresses), SNAPSHOT_PER_PAGE: '25' });
    await runNow(settings, { fetch });
    const before = readFiles(folder);
    await switchFaults(sandbox, [
      { kind: 'missing-field', field: 'coordinates.latitude', share: 0.9, routes: ['points'] },
    ]);
    await expect(runNow(settings, { fetch })).rejects.toThrow(/items set aside: 1?\d → 4\d\d /);
    await sandbox.close();
    expect(readFiles(folder)).toEqual(before);
  });
});

describe('Roll-back', () => {
  it('the last good version survives any number of accepted bad nights', async () => {
    const { folder, walk, back } = startNights();
    const good = await walk(ITEMS);
    for (const amount of [600, 300, 150, 70, 30]) await walk(ITEMS.slice(0, amount), true);
    expect(versionsIn(folder)).toHaveLength(4);
    expect(listVersions(folder)).toMatch(
      new RegExp(`${good.version}.*1,000 points.*kept for roll-back, never pruned`),
    );
    await back(good.version);
    expect(readPublished(folder).manifest).toMatchObject({ version: good.version, count: 1000 });
  });

  it('one version at a time; a withdrawn one isn’t restored or compared with', async () => {
    const { folder, walk, back } = startNights();
    const [first, second, third] = [
      await walk(ITEMS),
      await walk(ITEMS.slice(10)),
      await walk(ITEMS.slice(20)),
    ];
    const walked = readPublished(folder);
    expect((await back()).version).toBe(second.version);
    const { manifest } = readPublished(folder);
    expect(manifest).toMatchObject({
      version: second.version,
      count: 990,
      earlier: [first.version, third.version],
    });
    expect(manifest).not.toHaveProperty('publication');
    expect((await back()).version).toBe(first.version);
    await expect(back()).rejects.toThrow('There is no version to roll back to');
    // A list that is read again is published again, and no longer withdrawn.
    await walk(ITEMS.slice(20));
    expect(readPublished(folder).manifest).toMatchObject({
      version: walked.manifest.version,
      earlier: [first.version, second.version],
    });
    expect(listVersions(folder).split('\n')).toEqual([
      expect.stringMatching(`^${third.version}  current, read on 2026-11-24 .*, 980 points, 0 set aside$`),
      expect.stringMatching(`^${first.version}  read on 2026-11-21 .*1,000 points, 0 set aside$`),
      expect.stringMatching(`^${second.version}  read on .*990 points, 0 set aside, withdrawn$`),
    ]);
  });

  it('refuses a missing or incomplete version', async () => {
    const { folder, walk, back } = startNights();
    const first = await walk(ITEMS);
    await expect(back(first.version)).rejects.toThrow('is already published');
    await expect(back('0123456789abcdef')).rejects.toThrow('not a version that you can roll back to');
    await expect(back('..')).rejects.toThrow('not a version that you can roll back to');
    await walk(ITEMS.slice(10));
    const before = readFileSync(join(folder, 'manifest.json'), 'utf8');
    rmSync(join(folder, first.version, 'table.bin'));
    await expect(back()).rejects.toThrow('table.bin is missing');
    expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).toBe(before);
  });

  it('uses the order of publishing, whatever the clock was', async () => {
    const folder = makeFolder();
    const settings = makeSettings(folder);
    const published: string[] = [];
    // The second night's clock is 400 days ahead.
    for (const [night, ahead] of [0, 400, 0, 0, 0].entries()) {
      const now = () => NOW_MS + (night + ahead) * DAY_MS;
      published.push((await run(settings, makePlatform(ITEMS.slice(night)), { now })).version);
    }
    expect(readPublished(folder).manifest).toMatchObject({
      version: published[4],
      earlier: [published[3], published[2]],
    });
    expect(versionsIn(folder).sort()).toEqual(published.slice(2).sort());
  });
});
