import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readSnippets } from '../guide-snippets.ts';
import { makeFolder } from '../temporary-folder.ts';
import { runCompiler } from './run-compiler.ts';

const GUIDE = readFileSync('docs/in-an-app.md', 'utf8');

/** The snippets are compiled with the types of the element, and of the packages of apps. */
const TYPES = ['packages/elements/register.d.ts', 'tests/package/app-modules.d.ts'];

/** @returns the errors that the strictest compiler options report for the lines of a snippet */
function compileStrictly(code: string, language: string): string {
  const folder = makeFolder();
  const file = join(folder, `snippet.${language}`);
  writeFileSync(file, code);
  const compiler = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, noUncheckedIndexedAccess: true },
    ...{ target: 'es2023', module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx' },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    paths: Object.fromEntries(
      ['react', 'react/jsx-runtime'].map((name) => [name, [resolve('node_modules/@types', name)]]),
    ),
  };
  const files = [file, ...TYPES.map((name) => resolve(name))];
  const settings = join(folder, 'tsconfig.json');
  writeFileSync(settings, JSON.stringify({ compilerOptions: compiler, files }));
  return runCompiler(['-p', settings]);
}

it.each([
  ['React Native', 'tsx'],
  ['Capacitor', 'ts'],
])('the guide’s snippet for %s compiles, with the types of its packages', (_app, language) => {
  const snippets = readSnippets(GUIDE, language);
  expect(snippets).toHaveLength(1);
  expect(compileStrictly(snippets[0]!, language)).toBe('');
});

it.each([
  ['tsx', 'onMessage={take}', 'onMessage={onChoose}'],
  ['ts', 'picker.back()', 'picker.goBack()'],
])('in %s, "%s" can’t be "%s"', (language, written, wrong) => {
  const [code] = readSnippets(GUIDE, language);
  expect(code).toContain(written);
  expect(compileStrictly(code!.replace(written, wrong), language)).toContain('error TS');
});
