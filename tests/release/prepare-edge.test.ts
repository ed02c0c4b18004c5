import { existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepareEdge } from '../../scripts/prepare-edge.mjs';
import { makeFolder } from '../temporary-folder.ts';

/** Makes a network of three versions. */
function makeNetwork(current: string): string {
  const files = ['c', 'b', 'a'].flatMap((version) => [
    [`${version}/table.bin`, version],
    [`${version}/table.bin.br`, 'packed'],
  ]);
  const earlier = ['c', 'b', 'a'].filter((version) => version !== current);
  return makeFolder({
    ...(Object.fromEntries(files) as Record<string, string>),
    '.walk/pages.ndjson': 'the publisher’s own',
    'manifest.json': JSON.stringify({ version: current, earlier }),
    'manifest.json.br': 'packed',
  });
}

const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe('Build for the edge', () => {
  it('Build for the edge: has the current and previous network, without compressed variants', () => {
    const build = makeFolder({ 'index.html': 'a page', 'index.html.br': 'packed' });
    expect(prepareEdge(build, makeNetwork('c')).at(-1)).toBe('4 files, of 20,000 that the free plan allows');
    expect(listFiles(join(build, 'snapshot'))).toEqual(['b/table.bin', 'c/table.bin', 'manifest.json']);
  });

  it('Build for the edge: replaces the network, and drops it if none is published', () => {
    const build = makeFolder({ 'index.html': 'a page' });
    prepareEdge(build, makeNetwork('c'));
    prepareEdge(build, makeNetwork('a'));
    expect(listFiles(join(build, 'snapshot'))).toEqual(['a/table.bin', 'c/table.bin', 'manifest.json']);
    expect(prepareEdge(build, '/nowhere')[0]).toContain('nothing is published in /nowhere');
    expect(existsSync(join(build, 'snapshot'))).toBe(false);
  });

  it('Build for the edge: warns before it reaches the limits', () => {
    const build = makeFolder({ 'index.html': 'a page' });
    const fill = (from: number, to: number) => {
      for (let at = from; at < to; at++) writeFileSync(join(build, `${at}.js`), '');
    };
    fill(1, 17_000);
    expect(prepareEdge(build, '/nowhere').at(-1)).toBe(
      '17,000 files, of 20,000 that the free plan allows; a growing network will need more',
    );
    fill(17_000, 21_000);
    expect(prepareEdge(build, '/nowhere').at(-1)).toBe('21,000 files, of 100,000 that a paid plan allows');
    truncateSync(join(build, '1.js'), 26 * 1024 * 1024);
    expect(() => prepareEdge(build, '/nowhere')).toThrow('at most 25 MiB');
    expect(() => prepareEdge('/nowhere', '/nowhere')).toThrow('npx vite build');
  });
});
