import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { readSnippets } from '../../../tests/guide-snippets.ts';
import { readFile, test } from './medusa.ts';

const [run, install, database, start, storefront, send] = readSnippets(
  readFileSync('docs/medusa.md', 'utf8'),
  'sh',
) as [string, string, string, string, string, string];
const MODULES = resolve('packages/medusa/node_modules');
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

test('Medusa guide: it installs the versions that the tests use, and copies the example', () => {
  const { dependencies } = readJson('packages/medusa/example/package.json');
  for (const [name, version] of Object.entries(dependencies as Record<string, string>))
    expect(readJson(`${MODULES}/${name}/package.json`)['version'], name).toBe(version);
  // npm only prints what it would do; everything else really runs.
  const folder = join(MODULES, '.guide/droppoint');
  rmSync(resolve(folder, '..'), { recursive: true, force: true });
  mkdirSync(`${folder}/build-package`, { recursive: true });
  symlinkSync(`${MODULES}/@droppoint/medusa`, `${folder}/build-package/medusa`);
  const commands = `npm() { echo "npm $*"; }\n${install}\nls`;
  const lines = execFileSync('bash', ['-ec', commands], { cwd: folder, encoding: 'utf8' }).split('\n');
  expect(lines).toEqual(expect.arrayContaining(['medusa-config.ts', 'package.json', 'src', 'storefront']));
});

test('Medusa guide: its settings are those that the snippets and the page read', () => {
  const commands = `npx() { :; }\nnode() { echo key; }\n${start}\n${storefront}\nenv`;
  const environment = execFileSync('bash', ['-ec', commands], { encoding: 'utf8' });
  const shown = (pattern: RegExp) => pattern.exec(run + start + storefront)![1]!;
  const port = shown(/--port (\d+)/);
  expect(shown(/EMBED_ORIGINS=(\S+)/)).toBe(`http://127.0.0.1:${port}`);
  expect(readFileSync('packages/medusa/example/medusa-config.ts', 'utf8')).toContain(`127.0.0.1:${port}`);
  expect(shown(/SANDBOX_WEBHOOK_SECRET=(\S+)/)).toBe(shown(/ WEBHOOK_SECRET=(\S+)/));
  expect(shown(/SANDBOX_WEBHOOK_URL=(\S+)/)).toBe(`${shown(/VITE_MEDUSA_URL=(\S+)/)}/droppoint/events`);
  const page = readFileSync('packages/medusa/example/storefront/shop.ts', 'utf8');
  const named = [
    ...[...readFile('droppoint.ts').matchAll(/env\.([A-Z_]+)!/g)],
    ...[...page.matchAll(/\b(VITE_[A-Z_]+)/g)],
  ].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(8);
  for (const name of named) expect(environment).toMatch(new RegExp(`^${name}=.`, 'm'));
});

test('Medusa guide: its commands make a database, and send the latest order', async ({ shop, medusa }) => {
  const { POSTGRES_PATH: programs } = process.env;
  const { port } = new URL(medusa.database);
  const env = { ...process.env, PGHOST: '127.0.0.1', PGUSER: 'shop', PGDATABASE: 'shop', PGPORT: port };
  const su = `su() { PATH=${programs}:$PATH bash -ec "$3"; }`;
  execFileSync('bash', ['-ec', `${su}\n${database.replaceAll(/\bshop\b/g, 'guide')}`], { env });
  const url = shownDatabase()
    .replaceAll(/\bshop\b/g, 'guide')
    .replace(':5432', `:${port}`);
  const words = [url, '-At', '-c', 'select current_user, current_database()'];
  expect(execFileSync(`${programs}/psql`, words, { encoding: 'utf8' }).trim()).toBe('guide|guide');

  const [point] = await shop.pointsNear('city=Warszawa&country=PL&limit=1');
  const id = await shop.placeOrder(point!, { quantity: 2 });
  const sending = send.replaceAll('http://127.0.0.1:9000', medusa.origin);
  // Not in one go, or Medusa closes this program's connections meanwhile.
  const { stdout } = await promisify(execFile)('bash', ['-ec', sending], { cwd: medusa.folder });
  expect(stdout).toBe(`sent: ${id}\n`);
  expect(await shop.findParcels(id)).toHaveLength(1);
});

const shownDatabase = () => /DATABASE_URL=(\S+)/.exec(start)![1]!;
