import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readChooseRequest } from '../../src/lib/choose/read-request.ts';

const GUIDE = readFileSync('docs/in-an-app.md', 'utf8');

it('every address of the page in the guide is one that it accepts', () => {
  const fragments = [...GUIDE.matchAll(/\/choose(#[^\s"'`]+)/g)].map(([, fragment]) => fragment!);
  expect(fragments.length).toBeGreaterThan(4);
  for (const fragment of fragments) {
    const written = fragment.replace('Zk3v…', 'Zk3v').replace('${settings}', 'country=PL');
    expect(readChooseRequest(written), fragment).toMatchObject({ request: {}, problems: [] });
  }
});

it('the guide names each message, call and parameter of the page', () => {
  const contract = readFileSync('packages/contract/app-message.ts', 'utf8');
  const messages = [...contract.matchAll(/type: '([\w-]+)'/g)].map(([, type]) => type!);
  const calls = [...contract.matchAll(/^ {2}(\w+)\(.*\): (?:void|boolean);$/gm)].map(([, call]) => call!);
  expect([messages.length, calls.length]).toEqual([6, 5]);
  for (const name of [...messages, 'layers', 'error', ...calls])
    expect(GUIDE).toMatch(new RegExp(`^\\| \`${name}[\`(]`, 'm'));
});
