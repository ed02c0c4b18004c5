/** What the writers of generated files share: parts of a file between two marks, tables, and the files themselves. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { format as layOut } from 'oxfmt';

/**
 * The text of a file with contents between its marks "written: NAME" and "end of NAME".
 * @param {string} file
 * @param {Record<string, string | string[]>} contents by name; lines may come as a list
 */
export function fill(file, contents) {
  const mark = '(?://|<!--|#)';
  return Object.entries(contents).reduce(
    (text, [name, content]) => {
      const pattern = new RegExp(`(${mark} written: ${name}(?: -->)?\\n)[^]*?( *${mark} end of ${name})`);
      if (!pattern.test(text)) throw new Error(`There is no place for ${name}.`);
      return text.replace(pattern, (_, begin, end) => `${begin}${[content].flat().join('\n')}\n${end}`);
    },
    readFileSync(file, 'utf8'),
  );
}

/** A table of Markdown. @param {string[]} head @param {string[][]} rows */
export function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`,
  );
  return `\n${lines.join('\n')}\n`;
}

const layout = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8'));

/**
 * @param {Record<string, string>} written
 * @returns {Promise<Record<string, string>>} the same, as `npx oxfmt` would have it
 */
export async function format(written) {
  const formatted = Object.entries(written).map(async ([file, text]) => {
    if (file.startsWith('.env')) return [file, text];
    const { code, errors } = await layOut(file, text, layout);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    return [file, code];
  });
  return Object.fromEntries(await Promise.all(formatted));
}

/** Writes the files that have changed, where the module that calls it is the program that runs. @param {string} caller @param {() => Promise<Record<string, string>>} write */
export async function writeIfRun(caller, write) {
  if (caller !== pathToFileURL(process.argv[1] ?? '').href) return;
  for (const [file, text] of Object.entries(await write()))
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
