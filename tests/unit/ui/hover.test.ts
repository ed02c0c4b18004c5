import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Selectors with `:hover` that a style sheet applies to touch screens too, where they would stay after a tap. */
function listBareHovers(css: string): string[] {
  const found: string[] = [];
  /** Beginnings of the blocks around the current place. */
  const around: string[] = [];
  let prelude = '';
  for (const sign of css.replaceAll(/\/\*[\s\S]*?\*\//g, '')) {
    if (sign === '{') {
      if (prelude.includes(':hover') && !around.some((each) => /@media .*\(hover: hover\)/.test(each)))
        found.push(prelude.trim());
      around.push(prelude.trim());
    }
    if (sign === '}') around.pop();
    prelude = /[{};]/.test(sign) ? '' : prelude + sign;
  }
  return found;
}

it('styles for hovering apply only where something hovers', () => {
  const names = execFileSync('git', ['ls-files', '*.css', '*.svelte', '*.html'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = names.trim().split('\n');
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    const sheets = file.endsWith('.css')
      ? [text]
      : [...text.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css]) => css!);
    return sheets.flatMap(listBareHovers).map((selector) => `${file}: ${selector}`);
  });
  expect(found).toEqual([]);
  expect(listBareHovers('a { b: c; } @media (hover: hover) { a:hover { b: d; } } a:hover { b: e; }')).toEqual(
    ['a:hover'],
  );
});
