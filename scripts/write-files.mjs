/** Helpers for the writers of generated files: parts of a file between two marks, tables, and the files themselves. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * Reads a file and replaces the text between its marks "written: NAME" and "end of NAME".
 * @param {string} file
 * @param {Record<string, string | string[]>} contents new text by name, or a list of lines
 */
export function fill(file, contents) {
  const mark = '(?://|<!--|#)';
  return Object.entries(contents).reduce(
    (text, [name, content]) => {
      const pattern = new RegExp(`(${mark} written: ${name}(?: -->)?\\n)[^]*?( *${mark} end of ${name})`);
      if (!pattern.test(text)) throw new Error(`${file} has no marks for "${name}".`);
      return text.replace(pattern, (_, begin, end) => `${begin}${[content].flat().join('\n')}\n${end}`);
    },
    readFileSync(file, 'utf8'),
  );
}

/** Writes a Markdown table. @param {string[]} head @param {string[][]} rows */
export function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll(/(?<!\\)\|/g, '\\|')).join(' | ')} |`,
  );
  return `\n${lines.join('\n')}\n`;
}

const layout = JSON.parse(readFileSync('scripts/checks/oxfmt.json', 'utf8'));

/**
 * @param {Record<string, string>} contents contents by path
 * @returns {Promise<Record<string, string>>} the contents, formatted as by `npx oxfmt`
 */
export async function format(contents) {
  const { format: layOut } = await import('oxfmt');
  const formatted = Object.entries(contents).map(async ([file, text]) => {
    if (file.startsWith('.env')) return [file, text];
    const { code, errors } = await layOut(file, text, layout);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
    return [file, code];
  });
  return Object.fromEntries(await Promise.all(formatted));
}

/**
 * Writes the files that have changed, if the calling module is the running program.
 * @param {string} caller the module's URL
 * @param {() => Record<string, string> | Promise<Record<string, string>>} write returns contents by path
 */
export async function writeIfRun(caller, write) {
  if (caller !== pathToFileURL(process.argv[1] ?? '').href) return;
  for (const [file, text] of Object.entries(await write()))
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
