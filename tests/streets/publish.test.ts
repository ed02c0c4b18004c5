import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { streetsManifestSchema } from '#contract/streets.ts';
import { createStreets } from './andorra.ts';
import { makeArchive, makeStreetAt } from './made-up-archive.ts';

describe('Published streets', () => {
  it('stored under the hash of their content, and named in the manifest', async () => {
    const streets = createStreets();
    await streets.take(await makeStreetAt(100), 'alps');
    const manifest = streetsManifestSchema.parse(
      JSON.parse(readFileSync(join(streets.folder, 'manifest.json'), 'utf8')),
    );
    expect(manifest).toMatchObject({
      format: 1,
      minZoom: 9,
      maxZoom: 14,
      attribution: '© OpenStreetMap contributors',
    });
    expect(readdirSync(join(streets.folder, 'alps'))).toEqual([`${manifest.areas[0]!.version}.pmtiles`]);
    expect(readdirSync(streets.folder).sort()).toEqual(['alps', 'manifest.json']);
  });

  it('several areas side by side', async () => {
    const streets = createStreets();
    await streets.take(await makeStreetAt(100), 'lowlands');
    await streets.take(await makeStreetAt(200), 'alps');
    expect(streets.areas().map(({ name }) => name)).toEqual(['alps', 'lowlands']);
    await streets.list();
    expect(streets.printed.at(-1)).toMatch(
      /^lowlands\/[0-9a-f]{16}: 42.40 to 42.70 north, 1.40 to 1.80 east, zooms 9 to 14, of unknown date/,
    );
  });

  it('only the previous version stays, for open pages', async () => {
    const streets = createStreets();
    const versions = await streets.takeThrice('alps');
    expect(new Set(versions).size).toBe(3);
    expect(streets.areas()[0]).toMatchObject({ version: versions[2], earlier: versions[1] });
    expect(readdirSync(join(streets.folder, 'alps')).sort()).toEqual(
      versions
        .slice(1)
        .map((v) => `${v}.pmtiles`)
        .sort(),
    );
  });

  it('importing the same archive again changes nothing', async () => {
    const streets = createStreets();
    await streets.take(await makeStreetAt(100), 'alps');
    await streets.take(await makeStreetAt(200), 'alps');
    const before = streets.areas();
    await streets.take(await makeStreetAt(200), 'alps');
    expect(streets.areas()).toEqual(before);
    expect(readdirSync(join(streets.folder, 'alps'))).toHaveLength(2);
  });

  it('stay if the new archive is refused', async () => {
    const streets = createStreets();
    await streets.take(await makeStreetAt(100), 'alps');
    const before = streets.areas();
    await expect(streets.take(await makeArchive({ maxZoom: 5 }), 'alps')).rejects.toThrow('zoom 5');
    expect(streets.areas()).toEqual(before);
    expect(readdirSync(streets.folder).sort()).toEqual(['alps', 'manifest.json']);
  });

  it('one area or all can be removed', async () => {
    const streets = createStreets();
    for (const name of ['alps', 'lowlands', 'shore']) await streets.take(await makeStreetAt(100), name);
    await streets.remove('lowlands');
    expect(streets.areas().map(({ name }) => name)).toEqual(['alps', 'shore']);
    expect(existsSync(join(streets.folder, 'lowlands'))).toBe(false);
    await streets.remove(null);
    expect(readdirSync(streets.folder)).toEqual([]);
    await expect(streets.remove('alps')).rejects.toThrow('Areas: none.');
  });

  it('a damaged manifest is reported', async () => {
    const streets = createStreets();
    writeFileSync(join(streets.folder, 'manifest.json'), '{');
    await expect(streets.take(await makeStreetAt(100), 'alps')).rejects.toThrow("can't be read");
  });
});
