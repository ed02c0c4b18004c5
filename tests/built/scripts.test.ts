import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapping, type SourceMapPayload } from 'node:module';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IS_BUILT, readBuild, readFile, readPage } from './build-files.ts';

const pinnedSchema = z.object({ file: z.string(), integrity: z.string() });
const integritySchema = pinnedSchema.extend({ version: z.string(), parcel: pinnedSchema });

/** Texts of each script with the files that they are from: one before and one after the texts that the build rewrites. */
const TRACED: Readonly<Record<string, readonly (readonly [text: string, source: string])[]>> = {
  droppoint: [
    ['attachInternals()', 'picker/state.ts'],
    ['.postMessage(', 'picker/frame-link.ts'],
    ['isEqualNode(', 'picker/mirror.ts'],
  ],
  'droppoint-parcel': [
    ['adoptedStyleSheets', 'shared/framed-element.ts'],
    ['location.replace(', 'parcel/droppoint-parcel.ts'],
  ],
};

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

  it('begins with the licence, and ends with the name of its source map, which shows the project’s own files', () => {
    const script = readFile(`v1/${name}.js`);
    const [, holder] = /^(Copyright .*)$/m.exec(readFileSync('LICENSE', 'utf8'))!;
    expect(script.split('\n')[0]).toBe(`/*! MIT License, ${holder} */`);
    const [, mapName] = /\n\/\/# sourceMappingURL=(\S+)\n$/.exec(script)!;
    const integrity = integritySchema.parse(JSON.parse(readFile('v1/integrity.json')));
    const pinned = name === 'droppoint' ? integrity : integrity.parcel;
    expect(mapName).toBe(`${pinned.file}.map`);

    const map = new SourceMap(JSON.parse(readFile(`v1/${mapName}`)) as SourceMapPayload);
    const { file, sources, sourcesContent, names } = map.payload;
    expect([file, sources.length > 5, names.length > 50]).toEqual([pinned.file, true, true]);
    for (const [at, source] of sources.entries()) {
      expect(source).toMatch(/^\/packages\/(elements|contract|languages)\/[\w/-]+\.[jt]s$/);
      // Apart from the style sheet, which is minified.
      if (!source.endsWith('/styles.ts'))
        expect(sourcesContent[at], source).toBe(readFileSync(source.slice(1), 'utf8'));
    }
    // Where an error is thrown from, as developer tools show it.
    const lines = script.split('\n');
    for (const [text, source] of TRACED[name]!) {
      const line = lines.findIndex((each) => each.includes(text));
      const { originalSource, originalLine } = map.findEntry(
        line,
        lines[line]!.indexOf(text),
      ) as SourceMapping;
      expect(originalSource).toBe(`/packages/elements/${source}`);
      expect(readFileSync(originalSource.slice(1), 'utf8').split('\n')[originalLine]).toContain(text);
    }
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

  it('has its map and its search compiled as a whole while they load', () => {
    const HINT = '//# allFunctionsCalledOnLoad\n';
    const whole = [...readBuild()].filter(([path, text]) => path.endsWith('.js') && text.startsWith(HINT));
    const holds = (text: string) => whole.filter(([, script]) => script.includes(text)).length;
    expect([whole.length, holds('leaflet-container'), holds('role="listbox"')]).toEqual([3, 1, 1]);
  });
});
