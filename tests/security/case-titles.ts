import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const TESTS = resolve(import.meta.dirname, '..');
const NUMBERS = /\s*\(cases? (\d+(?:, \d+)*)\)/g;

/** A test's title that names cases by number. */
export interface CaseTitle {
  numbers: number[];
  /**
   * As written, without its numbers, after the names of the enclosing `describe`s; `%s` stands for a value from a row of
   * `it.each`.
   */
  title: string;
  /** Relative to `tests/`. */
  file: string;
}

/**
 * Every title in `tests/` that ends in "(case 12)" or "(cases 12, 13)", in the order of the files, including those in tables of
 * `it.each` or of a loop.
 */
export function readCaseTitles(): CaseTitle[] {
  return readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.ts$/.test(name))
    .sort()
    .flatMap((file) => readFile(file));
}

function readFile(file: string): CaseTitle[] {
  const source = ts.createSourceFile(file, readFileSync(join(TESTS, file), 'utf8'), ts.ScriptTarget.Latest);
  const titles: CaseTitle[] = [];
  const visit = (node: ts.Node, around: readonly string[]): void => {
    const text = readText(node, source);
    const numbers = [...(text ?? '').matchAll(NUMBERS)].flatMap(([, list]) => list!.split(',').map(Number));
    if (numbers.length > 0) {
      titles.push({ numbers, title: [...around, text!.replace(NUMBERS, '')].join(' › '), file });
    }
    const group = readGroup(node, source);
    ts.forEachChild(node, (child) => visit(child, group === null ? around : [...around, group]));
  };
  visit(source, []);
  return titles;
}

/** A string's text, with the names of a template's expressions; null for anything else. */
function readText(node: ts.Node, source: ts.SourceFile): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText(source).slice(1, -1) : null;
}

/** The name of a `describe`, with or without `.each`; null for anything else. */
function readGroup(node: ts.Node, source: ts.SourceFile): string | null {
  if (!ts.isCallExpression(node) || node.arguments[0] === undefined) return null;
  return /^(test\.)?describe\b/.test(node.expression.getText(source))
    ? readText(node.arguments[0], source)
    : null;
}
