import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const PAGE = readFileSync('docs/accessibility.md', 'utf8');

/** The rows of the first table below a heading. */
function readTable(heading: string): string[][] {
  const [, text = ''] = PAGE.split(`\n${heading}\n`);
  const [, table = ''] = /\n(\|[^]*?)\n\n/.exec(text) ?? [];
  const lines = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return lines.slice(2).map((cells) => cells.slice(1, -1));
}

const CHECKS = readTable('## How it was checked').map(([check]) => check!);
const readClauses = (heading: string) =>
  readTable(heading).map(([clause, , result, why]) => ({
    clause: clause!,
    result: result!,
    why: why!.replace(/ ?Checks: .*$/, ''),
    checks: /Checks: (.*)$/.exec(why!)?.[1]?.split(', ') ?? [],
  }));
const V3 = readClauses('## EN 301 549');
const ADDED_BY_V4 = readClauses('### What V4.1.1 adds');
const CLAUSES = [...V3, ...ADDED_BY_V4];

/** WCAG 2.1: the last criterion of each guideline, and those of level AAA. */
const GUIDELINES = {
  '1.1': 1,
  '1.2': 9,
  '1.3': 6,
  '1.4': 13,
  '2.1': 4,
  '2.2': 6,
  '2.3': 3,
  '2.4': 10,
  '2.5': 6,
  '3.1': 6,
  '3.2': 5,
  '3.3': 6,
  '4.1': 3,
};
const AAA =
  '1.2.6 1.2.7 1.2.8 1.2.9 1.3.6 1.4.6 1.4.7 1.4.8 1.4.9 2.1.3 2.2.3 2.2.4 2.2.5 2.2.6 2.3.2 2.3.3 2.4.8 2.4.9 2.4.10 2.5.5 2.5.6 3.1.3 3.1.4 3.1.5 3.1.6 3.2.5 3.3.5 3.3.6'.split(
    ' ',
  );

it('every clause has one of the results, and says by which checks, or why', () => {
  for (const { clause, result, why, checks } of CLAUSES) {
    expect(['met', 'partly', 'reviewed', 'not applicable'], clause).toContain(result);
    if (result === 'met') expect(checks, clause).not.toEqual([]);
    else expect(why.length, clause).toBeGreaterThan(4);
    if (result === 'reviewed') expect(why, clause).toContain('no test');
    if (result === 'partly' && checks.length === 0) expect(why, clause).toContain('No test');
  }
});

it('checks are named as they are listed, and all are used', () => {
  const named = CLAUSES.flatMap(({ checks }) => checks);
  expect([...new Set(named)].sort()).toEqual([...CHECKS].sort());
});

it('all of WCAG 2.1, A and AA, is there, once', () => {
  const all = Object.entries(GUIDELINES).flatMap(([guideline, last]) =>
    Array.from({ length: last }, (_, at) => `${guideline}.${at + 1}`),
  );
  const wanted = all.filter((criterion) => !AAA.includes(criterion)).map((criterion) => `9.${criterion}`);
  expect(wanted).toHaveLength(50);
  const listed = V3.map(({ clause }) => clause).filter((clause) => /^9\.\d\.\d/.test(clause));
  expect(listed).toEqual(wanted);
});

it('all that WCAG 2.2 adds to 2.1, A and AA, is there, and the clause on preferences', () => {
  expect(ADDED_BY_V4.map(({ clause }) => clause)).toEqual(
    '9.2.4.11 9.2.5.7 9.2.5.8 9.3.2.6 9.3.3.7 9.3.3.8 9.7'.split(' '),
  );
});

it('the paragraph for a shop’s statement names every clause that is met in part', () => {
  const [, statement] = PAGE.split('### For your accessibility statement');
  const partly = CLAUSES.filter(({ result, clause }) => result === 'partly' && clause !== '9.6');
  for (const { clause } of partly) expect(statement).toContain(clause);
});
