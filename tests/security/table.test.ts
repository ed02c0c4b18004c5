import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
/** Files with titles that end in a case’s number, and their numbers. */
const tests = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(test|spec)\.ts$/.test(name))
  .map((name) => ({ name, source: readFileSync(join(TESTS, name), 'utf8') }))
  .map((file) => ({
    ...file,
    shown: [...file.source.matchAll(/\(cases? (\d+(?:, \d+)*)\)['"`]/g)].flatMap(([, list]) =>
      list!.split(', ').map(Number),
    ),
  }))
  .filter(({ shown }) => shown.length > 0);
const lines = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '));
const cases = lines.map((line) => /^- \*\*(\d+)\*\* .+ · .+$/.exec(line));
const numbers = cases.map((found) => Number(found?.[1]));

describe('the cases', () => {
  it('have a number each, which no other has, and a source', () => {
    expect(numbers.length).toBeGreaterThan(130);
    expect(lines.filter((_line, at) => cases[at] === null)).toEqual([]);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });

  it('are each shown by a test', () => {
    const shown = new Set(tests.flatMap((file) => file.shown));
    expect(numbers.filter((number) => !shown.has(number))).toEqual([]);
  });

  it('are all described', () => {
    const unknown = tests.filter(({ shown }) => shown.some((number) => !numbers.includes(number)));
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it('rest on tests that run: none is skipped, put off or run alone', () => {
    const idle = /\b(it|test|describe)\.(skip|todo|only|fixme|fails?)\b/;
    expect(tests.filter(({ source }) => idle.test(source)).map(({ name }) => name)).toEqual([]);
  });
});
