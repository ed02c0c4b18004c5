import { execSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { snippet } from '../guide-snippets.ts';
import { parseSettings } from '../../functions/config.ts';
import { writeSettings } from '../../scripts/write-settings.mjs';
import type { Setting } from '#config/setting.ts';
import { SETTINGS_TABLES } from '../../deploy/doctor/settings-tables.ts';
import { sessionKeys } from '../../functions/oauth/seal.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'sandbox/README.md'],
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
/** In backquotes: a path in one of the project's folders, or a source in one of `src/lib`. */
const FILE =
  /`((?:src|functions|packages|publisher|sandbox|deploy|scripts|tests|docs|examples|static)\/[^`\s{<*…]+|[a-z-]+\/[\w./-]+\.(?:ts|svelte))`/g;
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);

describe('the documents', () => {
  it.each(PAGES)('%s links only to what is there', (page) => {
    const links = [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((match) => match[1]!);
    const broken = links.filter((link) => !existsSync(resolve(ROOT, dirname(page), link)));
    expect(broken).toEqual([]);
  });

  it.each(PAGES)('%s names only commands that there are', (page) => {
    const named = [...read(page).matchAll(/(?<=`|^)npm (?:run )?([a-z:]+)/gm)].map((match) => match[1]!);
    const known = [...scripts, 'ci', 'install', 'audit'];
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('have each chapter on the platform that the code cites', () => {
    const chapters = new Map(
      read('docs/platform-api.md')
        .split(/^## /m)
        .slice(1)
        .map((chapter) => [chapter[0], chapter.replaceAll(/\s+/g, ' ')]),
    );
    const files = execSync('git ls-files "*.ts" "*.svelte"', { cwd: ROOT, encoding: 'utf8' })
      .trim()
      .split('\n');
    const cited = files
      .filter((file) => existsSync(join(ROOT, file)))
      .flatMap((file) => {
        const text = read(file).replaceAll(/\n\s*(?:\*|\/\/)/g, ' ');
        return [...text.matchAll(/docs\/platform-api\.md,? \(?\s*chapter (\d)(?:,?\s+"([^"]+)")?/g)];
      });
    expect(cited.length).toBeGreaterThan(25);
    const wrong = cited.filter(([, number, name = '']) => !chapters.get(number)?.includes(name));
    expect(wrong.map(([citation]) => citation)).toEqual([]);
  });

  it.each(PAGES)('%s names only files that there are', (page) => {
    const named = [...read(page).matchAll(FILE)].map((match) => match[1]!);
    expect(
      named.filter(
        (name) => !['', 'src/lib', 'packages'].some((folder) => existsSync(join(ROOT, folder, name))),
      ),
    ).toEqual([]);
  });

  it('README’s map names every room', () => {
    const rooms = readdirSync(join(ROOT, 'src/lib'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `src/lib/${entry.name}`);
    const readme = read('README.md');
    // A row may name several rooms of one folder: `src/lib/find`, `list`.
    const isNamed = (room: string) => [room, basename(room)].some((name) => readme.includes(`\`${name}\``));
    expect(rooms.filter((room) => !isNamed(room))).toEqual([]);
    expect(readme.match(/^\| `/gm)!.length).toBeLessThanOrEqual(20);
  });

  it.each(['SECURITY.md', '.env.example'])('the key that %s tells how to make is accepted', (page) => {
    const command = /node -p "[^"`]*randomBytes[^"`]*"/.exec(read(page))?.[0] ?? '';
    const key = execSync(command, { encoding: 'utf8', shell: '/bin/sh' }).trim();
    expect(sessionKeys.parse(key)).toHaveLength(1);
  });

  it('.env.example holds settings that the function starts with', () => {
    expect(parseSettings(parseEnv(read('.env.example'))).appOrigin).toBe('http://localhost:3000');
  });

  it('README.md shows the tag as the guide has it, whose lines are run in a browser', () => {
    const shown = /```html\n(.*?)```/s.exec(read('README.md'))?.[1];
    expect(shown?.trim()).toBe(snippet('html', '<form').trim());
  });

  it('tell of the settings what their tables say: run `node --import tsx scripts/write-settings.mjs` after changing those', async () => {
    for (const [file, text] of Object.entries(await writeSettings())) expect(read(file), file).toBe(text);
  });

  it.each(Object.values(SETTINGS_TABLES).flatMap((table) => Object.entries<Setting<unknown>>(table)))(
    'what %s begins with is accepted',
    (_key, { schema, example, otherwise }) => {
      const isPlain = typeof otherwise === 'number' || (typeof otherwise === 'string' && otherwise !== '');
      const first = example ?? (isPlain ? `${otherwise}` : 'a text');
      expect(schema.safeParse(first).error?.issues.map(({ message }) => message) ?? []).toEqual([]);
    },
  );
});
