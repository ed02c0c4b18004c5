import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../../temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const MESSAGES = 'src/lib/i18n/messages';
const SHARED = 'packages/languages';
let folder = '';

const ENGLISH = {
  picker_heading: 'Choose your pick-up point',
  widget_change: 'Change pick-up point',
  card_close: 'Close',
};

/** A small product in three languages, one of them with two sentences. */
beforeAll(() => {
  folder = makeFolder();
  for (const name of ['scripts/languages.mjs', 'scripts/system.mjs', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(folder, name));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const language of ['en', 'pl']) {
    writeMessages(`first/${language}`, ENGLISH);
    writeMessages(language, { list_more: 'More' });
    writeMessages(`broker/${language}`, { greeting: 'Hello' });
    for (const screen of ['send', 'import', 'parcels', 'returns', 'pickups'])
      writeMessages(`broker/${screen}/${language}`, {});
    for (const folder of ['states', 'packing', 'parcel', 'order', 'return'])
      writeMessages(`${folder}/${language}`, {});
    writeMessages(`widget/${language}`, { failed: 'Failed.', more: 'More' });
  }
  writeMessages('first/sv', { picker_heading: 'Välj ditt utlämningsställe', card_close: 'Stäng' });
});

function writeMessages(name: string, messages: Record<string, string>): void {
  const path = join(folder, MESSAGES, `${name}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(messages));
}

function compile(languages: { complete: string[]; partial: string[] }) {
  mkdirSync(join(folder, SHARED), { recursive: true });
  writeFileSync(join(folder, SHARED, 'languages.json'), JSON.stringify(languages));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/languages.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const readCompiled = (name: string, room = 'src/lib/i18n') =>
  readFileSync(join(folder, room, 'compiled', name), 'utf8');

it('a partial language falls back to English, and the gaps are reported', () => {
  const { status, stdout, stderr } = compile({ complete: ['en', 'pl'], partial: ['sv'] });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  const reports = stdout.split('\n').filter((line) => line.includes('are shown in English'));
  expect(reports.map((line) => /messages\S* lacks/.exec(line)?.[0])).toEqual([
    'messages/first/sv.json lacks',
    'messages/sv.json lacks',
    'messages/broker/sv.json lacks',
    'messages/widget/sv.json lacks',
  ]);
  expect(reports[0]).toContain('widget_change');
  expect(reports[0]).not.toContain('card_close');
  expect(readCompiled('messages/sv.js')).toContain('Välj ditt utlämningsställe');
  expect(readCompiled('messages/sv.js')).toContain('Change pick-up point');
  expect(readCompiled('load.js')).toContain("sv: () => import('./messages/sv.js')");
  expect(readCompiled('widget-words.js', SHARED)).toContain(
    'sv|Välj ditt utlämningsställe|Change pick-up point|Stäng|Failed.',
  );
  expect(readCompiled('answer-words.js', SHARED)).toMatch(/"sv": \{[^}]*"more": "More"/);
});

it('the build fails if a complete language has gaps, or a file has no listed language', () => {
  writeMessages('nb', { card_close: 'Lukk' });
  const { status, stderr } = compile({ complete: ['en', 'pl', 'sv'], partial: [] });
  expect(status).toBe(1);
  expect(stderr).toContain('messages/first/sv.json lacks "widget_change".');
  expect(stderr).toContain('messages/nb.json: add its language to languages.json.');
});
