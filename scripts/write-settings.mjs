/** `node --import tsx scripts/write-settings.mjs`: writes what follows from the table of public settings, src/lib/config.ts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import * as prettier from 'prettier';
import { PUBLIC_SETTINGS } from '../src/lib/config.ts';

const settings = Object.entries(PUBLIC_SETTINGS);

/** Puts lines between two marks. @param {string} text @param {string} from @param {string} to @param {string} lines */
function fill(text, from, to, lines) {
  const [start, end] = [text.indexOf(from), text.indexOf(to)];
  if (start < 0 || end < start) throw new Error(`There is no place between "${from}" and "${to}".`);
  return `${text.slice(0, start + from.length)}\n${lines}\n${text.slice(end)}`;
}

function writeTable() {
  const rows = settings.map(([key, { meaning, default: unset }]) => `| \`${key}\` | ${meaning} | ${unset} |`);
  const lines = ['', '| setting | meaning | default |', '| --- | --- | --- |', ...rows, ''].join('\n');
  const file = readFileSync('docs/operating.md', 'utf8');
  return fill(file, '<!-- written: public settings -->', '<!-- end of public settings -->', lines);
}

function writeExample() {
  const lines = settings.map(
    ([key, { meaning, example, setForSandbox }]) =>
      `# ${meaning.replaceAll('`', '').replace('; see below', '')}\n${setForSandbox ? '' : '#'}${key}=${example}`,
  );
  const file = readFileSync('.env.example', 'utf8');
  return fill(
    file,
    '# Written by scripts/write-settings.mjs from src/lib/config.ts:',
    '# End of public settings.',
    lines.join('\n'),
  );
}

/** @returns {Promise<Record<string, string>>} what each file has to hold */
export async function writeSettings() {
  const options = await prettier.resolveConfig('docs/operating.md');
  return {
    'docs/operating.md': await prettier.format(writeTable(), { ...options, parser: 'markdown' }),
    '.env.example': writeExample(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [file, text] of Object.entries(await writeSettings())) writeFileSync(file, text);
}
