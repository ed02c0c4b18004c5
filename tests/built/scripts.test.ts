import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IS_BUILT, readBuild, readFile, readPage } from './build-files.ts';

const pinnedSchema = z.object({ file: z.string(), integrity: z.string() });
const integritySchema = pinnedSchema.extend({ version: z.string(), parcel: pinnedSchema });

/** Scripts that a page waits for, by path: those that it preloads, and all that they import statically. */
function scriptsOf(page: string): Map<string, string> {
  const waiting = [...page.matchAll(/<link href="\.?([^"]+)" rel="modulepreload"/g)].map(([, path]) => path!);
  const scripts = new Map<string, string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (scripts.has(path)) continue;
    const script = readFile(path);
    scripts.set(path, script);
    for (const [, imported] of script.matchAll(/\b(?:from|import)\s*"([^"]+)"/g))
      waiting.push(new URL(imported!, `http://x${path}`).pathname);
  }
  return scripts;
}

const sizes = new Map<string, number>();
function sizeOf(script: string): number {
  const size = sizes.get(script) ?? brotliCompressSync(script).length;
  sizes.set(script, size);
  return size;
}

describe.runIf(IS_BUILT).each([
  ['widget', 'droppoint', 7_600],
  ['parcel element', 'droppoint-parcel', 2_000],
])('the %s’s script', (_what, name, maxBytes) => {
  it('is the same under both its names, with the hash that the build published', () => {
    const integrity = integritySchema.parse(JSON.parse(readFile('v1/integrity.json')));
    const pinned = name === 'droppoint' ? integrity : integrity.parcel;
    expect(pinned.file).toMatch(new RegExp(`^${name}-\\d+\\.\\d+\\.\\d+-[0-9a-f]{8}\\.js$`));
    const versioned = readFile(`v1/${pinned.file}`);
    expect(pinned.integrity).toBe(`sha384-${createHash('sha384').update(versioned).digest('base64')}`);
    expect(readFile(`v1/${name}.js`)).toBe(versioned);
  });

  it(`is less than ${maxBytes} bytes compressed, and requests no other file`, () => {
    const script = readFile(`v1/${name}.js`);
    expect(sizeOf(script)).toBeLessThan(maxBytes);
    expect(script).not.toMatch(/\bimport\s*[({"'`*]/);
  });
});

/** Scripts with which a page begins, all that they import included. @returns their compressed sizes, in bytes */
const startOf = (path: string) => [...scriptsOf(readPage(path)).values()].map(sizeOf);
const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0);

describe.runIf(IS_BUILT)('a page', () => {
  it.each([
    ['/', 77_000],
    ['/embed', 93_000],
  ])('%s begins with at most %i bytes of scripts, all that they import included', (path, maxBytes) => {
    const sizes = startOf(path);
    expect(sizes.length).toBeGreaterThan(4);
    expect(sum(sizes)).toBeLessThan(maxBytes);
  });

  it('/choose begins with at most 11 KB more of scripts than /, for the shop’s settings, in at most two more files', () => {
    const [locator, choose] = [startOf('/'), startOf('/choose')];
    expect(sum(choose) - sum(locator)).toBeLessThan(11_000);
    expect(choose.length - locator.length).toBeLessThan(3);
  });

  it('has its search compiled as a whole while it loads, but no code that the first pins wait for', () => {
    const HINT = '//# allFunctionsCalledOnLoad\n';
    const whole = [...readBuild()].filter(([path, text]) => path.endsWith('.js') && text.startsWith(HINT));
    expect(whole.map(([, text]) => text.includes('role="listbox"'))).toEqual([true]);
    for (const [path, script] of scriptsOf(readPage('/')))
      expect(script, path).not.toContain('allFunctionsCalledOnLoad');
  });
});
