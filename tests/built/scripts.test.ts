import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IS_BUILT, readBuild, readFile, readPage } from './build-files.ts';

const pinnedSchema = z.object({ version: z.string(), file: z.string(), integrity: z.string() });

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

describe.runIf(IS_BUILT)('the widget’s script', () => {
  it('is the same under both its names, with the hash that the build tells', () => {
    const pinned = pinnedSchema.parse(JSON.parse(readFile('v1/integrity.json')));
    expect(pinned.file).toMatch(/^droppoint-\d+\.\d+\.\d+-[0-9a-f]{8}\.js$/);
    const versioned = readFile(`v1/${pinned.file}`);
    expect(pinned.integrity).toBe(`sha384-${createHash('sha384').update(versioned).digest('base64')}`);
    expect(readFile('v1/droppoint.js')).toBe(versioned);
  });

  it('is less than 7.5 KB on its way, and asks for no other file', () => {
    const script = readFile('v1/droppoint.js');
    expect(sizeOf(script)).toBeLessThan(7_500);
    expect(script).not.toMatch(/\bimport\s*[({"'`*]/);
  });
});

describe.runIf(IS_BUILT)('a page', () => {
  it.each([
    ['/', 84_000],
    ['/embed', 91_500],
  ])('%s begins with at most %i bytes of scripts, all that they import included', (path, maxBytes) => {
    const scripts = [...scriptsOf(readPage(path)).values()];
    expect(scripts.length).toBeGreaterThan(4);
    expect(scripts.reduce((sum, script) => sum + sizeOf(script), 0)).toBeLessThan(maxBytes);
  });

  it('has its search compiled as a whole while it loads, and nothing that the first pins wait for', () => {
    const HINT = '//# allFunctionsCalledOnLoad\n';
    const whole = [...readBuild()].filter(([path, text]) => path.endsWith('.js') && text.startsWith(HINT));
    expect(whole.map(([, text]) => text.includes('role="listbox"'))).toEqual([true]);
    for (const [path, script] of scriptsOf(readPage('/')))
      expect(script, path).not.toContain('allFunctionsCalledOnLoad');
  });
});
