import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const PLUGIN = resolve(import.meta.dirname, '../../packages/vendure');

/** Lines on which there is code: a token, or a part of one that is longer, such as a GraphQL schema. No blank lines, no comments. */
function countLines(name: string, text: string): number {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest);
  const lines = new Set<number>();
  const visit = (node: ts.Node) => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    if (children.length > 0) return children.forEach(visit);
    const [first, last] = [node.getStart(file), node.getEnd()].map(
      (at) => file.getLineAndCharacterOfPosition(at).line,
    ) as [number, number];
    if (node.getEnd() > node.getStart(file)) for (let line = first; line <= last; line++) lines.add(line);
  };
  visit(file);
  const all = text.split('\n');
  return [...lines].filter((line) => all[line]?.trim()).length;
}

const countFolder = (folder: string): number =>
  readdirSync(join(PLUGIN, folder))
    .map((name) => countLines(name, readFileSync(join(PLUGIN, folder, name), 'utf8')))
    .reduce((one, other) => one + other);

it('the plugin for Vendure can be read in an evening', () => {
  expect(
    countLines('x.ts', '/** a */\nconst a = `\n\n  b // c\n`; // d\n\n/* e\n f */ const g = /\\/*/;\n'),
  ).toBe(4);
  expect(countFolder('src')).toBeLessThanOrEqual(1_200);
  expect(countFolder('dashboard')).toBeLessThanOrEqual(340);
});
