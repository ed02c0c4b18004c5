import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const TESTS = resolve(import.meta.dirname, '..');
const CASES = 90;

/** A row of README.md: which tests show a case, by title and file. */
interface Row {
  number: number;
  tests: { title: string; file: string }[];
  source: string;
}

function readRows(): Row[] {
  const table = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  return [...table.matchAll(/^\| *(\d+) *\|(.*)\|$/gm)].map(([, number, cells]) => ({
    number: Number(number),
    tests: [...cells!.matchAll(/`([^`]*\(cases? [\d, ]+\)[^`]*)` \[[^\]]+\]\(([^)]+)\)/g)].map(
      ([, title, link]) => ({ title: title!, file: relative(TESTS, resolve(import.meta.dirname, link!)) }),
    ),
    source: cells!.split('|').at(-1)!.trim(),
  }));
}

const numbersIn = (title: string) =>
  [...title.matchAll(/\(cases? ([\d, ]+)\)/g)].flatMap(([, list]) => list!.split(',').map(Number));

const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(test|spec)\.ts$/.test(name),
);
const read = (file: string) => readFileSync(join(TESTS, file), 'utf8');
const rows = readRows();

describe('the table of cases', () => {
  it('has a row for each, once, in order, with a source', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: CASES }, (_, at) => at + 1));
    expect(rows.filter(({ source }) => source === '')).toEqual([]);
  });

  it('shows every case by a test', () => {
    expect(rows.filter(({ tests }) => tests.length === 0).map(({ number }) => number)).toEqual([]);
  });

  it('names tests that are there, under titles that bear the number', () => {
    const wrong = rows.flatMap(({ number, tests }) =>
      tests
        .filter(({ title, file }) => !read(file).includes(title) || !numbersIn(title).includes(number))
        .map(({ title, file }) => `${number}: ${title} (${file})`),
    );
    expect(wrong).toEqual([]);
  });

  it('leaves out no file that shows a case', () => {
    const unnamed = files.flatMap((file) =>
      [...new Set(numbersIn(read(file)))]
        .filter((number) => !rows[number - 1]?.tests.some((test) => test.file === file))
        .map((number) => `${number}: ${file}`),
    );
    expect(unnamed).toEqual([]);
  });

  it('rests on tests that run: none is skipped, put off or run alone', () => {
    const shown = new Set(rows.flatMap(({ tests }) => tests.map(({ file }) => file)));
    const idle = [...shown].filter((file) =>
      /\b(it|test|describe)\.(skip|todo|only|fixme|fails?)\b/.test(read(file)),
    );
    expect(idle).toEqual([]);
  });
});
