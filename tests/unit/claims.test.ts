import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(file, 'utf8');
const matchesOf = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, match]) => match!);
const splitList = (list: string) => list.split(',').map((name) => name.trim());

/** The check of each row of the first table: "list keys" is `list-keys`. */
function readTable(text: string): string[] {
  const [, table = ''] = text.split('\n## How it was checked\n');
  const [rows = ''] = table.split('\n### ');
  return matchesOf(rows, /^\| ([^|]+?) +\|/gm)
    .slice(2)
    .map((check) => check.replaceAll('’', '').replaceAll(' ', '-'));
}

/** The promises, by the names of their checks. */
const CLAIMS = {
  accessibility: readTable(read('docs/accessibility.md')),
  security: matchesOf(read('SECURITY.md'), /^ {2}Checks: ([^.]*)\.$/gm).flatMap(splitList),
  embedding: matchesOf(read('docs/embedding.md'), /^<!-- checks: (.*) -->$/gm).flatMap(splitList),
};
const claims = Object.entries(CLAIMS).flatMap(([page, checks]) => checks.map((check) => `${page}/${check}`));

/** "// Proves: security/pkce, security/one-refresh." beside a test, and the line at which that begins. */
const PROOF = /^ *\/\/ Proves: (.*)\.\n((?: *\/\/.*\n)*)(.*)/gm;
const BEGINS_TEST = /^ *(it|test|describe)(\.(describe|each|for|runIf|skipIf))?[(<]|^describeShopTests\(/;
const IDLE = /\b(it|test|describe)\.(skip|todo|only|fixme|fails?)\b/;
const proofs = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(test|spec)\.ts$/.test(name))
  .flatMap((file) => {
    const source = read(join('tests', file));
    return [...source.matchAll(PROOF)].map(([, names, , test]) => ({
      file,
      claims: splitList(names!),
      runs: BEGINS_TEST.test(test!) && !IDLE.test(source),
    }));
  });

it('every claim of the documents has a name of its own', () => {
  for (const [page, checks] of Object.entries(CLAIMS)) expect(checks.length, page).toBeGreaterThan(10);
  expect(claims.filter((claim, at) => claims.indexOf(claim) !== at)).toEqual([]);
});

it('every claim is proven by a test', () => {
  const proven = new Set(proofs.flatMap((proof) => proof.claims));
  expect(claims.filter((claim) => !proven.has(claim))).toEqual([]);
});

it('every test that proves something proves what is claimed, and runs', () => {
  const unknown = proofs.filter((proof) => !proof.claims.every((claim) => claims.includes(claim)));
  expect(unknown).toEqual([]);
  expect(proofs.filter(({ runs }) => !runs)).toEqual([]);
});
