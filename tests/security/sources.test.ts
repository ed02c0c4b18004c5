import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCES = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes('compiled'))
  .map((name) => [`src/${name}`, readFileSync(join(ROOT, 'src', name), 'utf8')] as const);

/** A component's markup, without its script and its styles. */
const markupOf = (source: string) => source.replace(/<(script|style)[^>]*>[^]*?<\/\1>/g, '');

const findIn = (pattern: RegExp, part = (source: string) => source) =>
  SOURCES.filter(([, source]) => pattern.test(part(source))).map(([file]) => file);

describe('Sources of the pages', () => {
  it('the sources are found', () => {
    expect(SOURCES.length).toBeGreaterThan(80);
    expect(SOURCES.filter(([file]) => file.endsWith('.svelte')).length).toBeGreaterThan(15);
  });

  // Proves: security/text-only.
  it('no source turns a text into markup', () => {
    expect(findIn(/\{@html/)).toEqual([]);
    expect(
      findIn(/\.(innerHTML|outerHTML|srcdoc)\s*=|insertAdjacentHTML|document\.write|parseFromString/),
    ).toEqual([]);
    expect(findIn(/\beval\(|new Function\(|setTimeout\(\s*['"`]/)).toEqual([]);
  });

  it('no source spreads an object onto an element, so no field of the platform becomes an attribute', () => {
    const spread = /<[a-z][^>]*\{\.\.\.|svelte:element/;
    expect(spread.test('<img {...point} />')).toBe(true);
    expect(findIn(spread, markupOf)).toEqual([]);
  });

  // SVG Integration §6 (secure static mode).
  it('pictures are shown only with <img>', () => {
    expect(findIn(/(?<!\w)<(object|embed|iframe|image|use)\b/, markupOf)).toEqual([]);
  });
});
