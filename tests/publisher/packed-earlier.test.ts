import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeItems, makePlatform, makeSettings, run } from './made-up-platform.ts';
import { readFiles, readPublished, versionsIn } from './read-published.ts';
import { makeFolder } from '../temporary-folder.ts';

const POINTS = 1_500;
const items = makeItems(POINTS);
/** One point is closed: the others' ordinals change, and so do many files. */
const fewer = items.filter(({ id }) => id !== 'PL_750');

/** Lists the files of the current version, without those about how it was published and what it was compared with. */
const filesOf = (folder: string) =>
  [...readFiles(readPublished(folder).version)].filter(([name]) => !/^(manifest|report)\./.test(name));

async function publish(folder: string, listed: unknown[] = items) {
  return run(makeSettings(folder), makePlatform(listed));
}

/** Damages one compressed neighbour of each file of a version. @returns the number of files */
function damage(version: string): number {
  const ways: ((path: string, bytes: Buffer) => void)[] = [
    (path, bytes) => truncateSync(path, bytes.length >> 1),
    (path, bytes) => writeFileSync(path, bytes.fill(bytes[bytes.length >> 1]! ^ 0xff, bytes.length >> 1)),
    // Append data that decompressors ignore.
    (path) => appendFileSync(path, 'more'),
    (path) => rmSync(path),
    (path) => writeFileSync(path, ''),
  ];
  const names = readdirSync(version, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.br'))
    .sort();
  for (const [at, name] of names.entries()) {
    const path = join(version, at % 2 === 0 ? name : name.replace(/br$/, 'gz'));
    ways[at % ways.length]!(path, readFileSync(path));
  }
  return names.length;
}

describe('File with the same content as in the previous version', () => {
  it('Compression: reuses the variants of an unchanged file, with the same bytes', async () => {
    const [folder, again] = [makeFolder(), makeFolder()];
    expect(await publish(folder)).toMatchObject({ reused: 0 });
    const { files, reused } = await publish(folder, fewer);
    await publish(again, fewer);
    expect(reused).toBeGreaterThan(files / 4);
    expect(reused).toBeLessThan(files);
    expect(filesOf(folder)).toEqual(filesOf(again));
    expect(versionsIn(folder)).toHaveLength(2);
  });

  it('Compression: repeated if an earlier variant is damaged, shortened, lengthened or missing', async () => {
    const [folder, again] = [makeFolder(), makeFolder()];
    await publish(folder);
    expect(damage(readPublished(folder).version)).toBeGreaterThan(20);
    expect(await publish(folder, fewer)).toMatchObject({ reused: 0 });
    await publish(again, fewer);
    expect(filesOf(folder)).toEqual(filesOf(again));
  });

  it('Compression: repeated if the earlier method differs or is unknown', async () => {
    for (const packing of ['brotli 0.1 10 8', undefined]) {
      const folder = makeFolder();
      await publish(folder);
      const path = join(readPublished(folder).version, 'manifest.json');
      const retained = JSON.parse(readFileSync(path, 'utf8')) as { publication: object };
      writeFileSync(path, JSON.stringify({ ...retained, publication: { ...retained.publication, packing } }));
      expect(await publish(folder, fewer)).toMatchObject({ reused: 0 });
      expect(await publish(folder)).not.toMatchObject({ reused: 0 });
      // That version already existed, with files compressed in an unknown way.
      expect(await publish(folder, fewer)).toMatchObject({ reused: 0 });
    }
  });
});
