import { readFileSync } from 'node:fs';

/** The two guides for shops' developers, whose snippets run in tests/functions and tests/browser. */
export const GUIDE = ['docs/embedding.md', 'docs/shop-server.md']
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** Lists a guide's snippets in a language; '' for those without a language. */
export const readSnippets = (guide: string, language: string): string[] =>
  [...guide.matchAll(/^( *)```(\w*)\n([^]*?)^ *```$/gm)]
    .filter(([, , named]) => named === language)
    .map(([, indent, , code]) => code!.replaceAll(new RegExp(`^${indent!}`, 'gm'), ''));

export const snippetsIn = (language: string): string[] => readSnippets(GUIDE, language);

/** Finds the only snippet in a language that contains a text. @throws RangeError unless there is exactly one */
export function snippet(language: string, text: string): string {
  const found = snippetsIn(language).filter((code) => code.includes(text));
  if (found.length !== 1)
    throw new RangeError(`${found.length} snippets in "${language}" contain "${text}".`);
  return found[0]!;
}

/** Compiles a snippet's lines into a function with these parameters. */
export function compileLines<Values extends unknown[], Result>(names: string[], code: string) {
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: Values) => Promise<Result>;
  return new AsyncFunction(...names, code);
}
