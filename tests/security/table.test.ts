import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { format } from '../../scripts/write-files.mjs';
import { readCaseTitles } from './case-titles.ts';
import chapters from './cases.json' with { type: 'json' };

const README = join(import.meta.dirname, 'README.md');
const MARK = '<!-- From here on written by table.test.ts. -->';

const titles = readCaseTitles();
const numbers = chapters.flatMap(({ cases }) => Object.keys(cases).map(Number));
const showing = (number: number) => titles.filter((title) => title.numbers.includes(number));

/** The README: its own text, then each case with the tests that bear its number. */
async function writeReadme(): Promise<string> {
  const words = readFileSync(README, 'utf8').split(MARK)[0]!;
  const list = chapters.flatMap(({ chapter, cases }) => [
    `## ${chapter}\n`,
    ...Object.entries(cases).map(([number, { what, source }]) => {
      const tests = showing(Number(number)).map(
        ({ title, file }) => `\`${title}\` [${file.split('/').at(-1)}](${relative('security', file)})`,
      );
      return [`**${number}. ${what}** (${source})\n`, ...tests.map((test) => `- ${test}`), ''].join('\n');
    }),
  ]);
  const page = `${words}${MARK}\n\nThere are ${numbers.length}.\n\n${list.join('\n')}`;
  return (await format({ [README]: page }))[README]!;
}

describe('the cases', () => {
  it('have a number each, which no other has, and a source', () => {
    expect(new Set(numbers).size).toBe(numbers.length);
    const entries = chapters.flatMap(({ cases }) => Object.values(cases));
    expect(entries.filter(({ what, source }) => what === '' || source === '')).toEqual([]);
  });

  it('are each shown by a test', () => {
    expect(numbers.filter((number) => showing(number).length === 0)).toEqual([]);
  });

  it('are all described', () => {
    const unknown = titles.filter((title) => title.numbers.some((number) => !numbers.includes(number)));
    expect(unknown).toEqual([]);
  });

  it('stand in the README as the tests have them: `npx vitest run tests/security/table -u` writes it', async () => {
    await expect(await writeReadme()).toMatchFileSnapshot(README);
  });

  it('rest on tests that run: none is skipped, put off or run alone', () => {
    const idle = [...new Set(titles.map(({ file }) => file))].filter((file) =>
      /\b(it|test|describe)\.(skip|todo|only|fixme|fails?)\b/.test(
        readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
      ),
    );
    expect(idle).toEqual([]);
  });
});
