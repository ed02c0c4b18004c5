import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  RETURN_LINK_SECRET,
  test as base,
  type Droppoint,
} from '../../../tests/browser/droppoint.ts';
import { readSnippets } from '../../../tests/guide-snippets.ts';
import { end, waitUntilReady } from '../../../tests/processes.ts';
import { SHOP_TEST_MS } from '../../../tests/timeouts.ts';
import { openDoor, type Door } from '../../vendure/tests/outage.ts';
import { startPostgres } from './postgres.ts';
import { Shop, type Medusa } from './shop.ts';

const ORGANIZATION_ID = '5f0c2f10-0000-4000-8000-000000000001';
/** A folder inside the plugin's packages, so that its program finds them; docs/medusa.md uses its own. */
const FOLDER = resolve('packages/medusa/node_modules/.shop');
const CLI = resolve('packages/medusa/node_modules/@medusajs/cli/cli.js');
/** The database of a shop after its first start, for later runs: making it takes half a minute. */
const STORED = `.cache/medusa/${hashOf('packages/medusa/package-lock.json', 'packages/medusa/example/src', 'packages/medusa/src/modules')}`;
const GUIDE = readFileSync('docs/medusa.md', 'utf8');

/** Returns the guide's snippet whose first line names a file. */
export function readFile(name: string): string {
  const found = readSnippets(GUIDE, 'ts').find((code) => code.startsWith(`// ${name}\n`));
  if (found === undefined) throw new RangeError(`The guide has no ${name}.`);
  return found;
}

/** A hash of files, and of the files in folders. */
function hashOf(...paths: string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const names = statSync(path).isFile() ? [''] : readdirSync(path, { recursive: true }).map(String).sort();
    for (const name of names) {
      const file = join(path, name);
      if (statSync(file).isFile()) hash.update(`${name}\n`).update(readFileSync(file));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Settings of the guide's snippet. */
const environmentOf = (droppoint: Droppoint, door: Door): Record<string, string> => ({
  NODE_ENV: 'test',
  MEDUSA_DISABLE_TELEMETRY: 'true',
  LOG_LEVEL: 'warn',
  DROPPOINT_URL: door.origin,
  PLATFORM_BASE_URL: droppoint.platform,
  PLATFORM_AUTH_URL: droppoint.platform.replace(/\d+$/, (port) => String(Number(port) + 1)),
  PLATFORM_CLIENT_ID: CLIENT_ID,
  PLATFORM_CLIENT_SECRET: CLIENT_SECRET,
  ORGANIZATION_ID,
  WEBHOOK_SECRET: process.env['SANDBOX_WEBHOOK_SECRET']!,
  RETURN_LINK_SECRET,
});

export const test = base.extend<{ shop: Shop }, { medusa: Medusa }>({
  medusa: [
    async ({ droppoint }, use) => {
      const port = Number(new URL(droppoint.origin).port);
      await droppoint.publish();
      const door = await openDoor(droppoint.origin, port + 9);
      const postgres = await startPostgres(port + 10, `${STORED}/data`);
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      cpSync('packages/medusa/example', FOLDER, { recursive: true });
      for (const name of [
        'droppoint.ts',
        'src/workflows/hooks/complete-cart.ts',
        'src/subscribers/notify.ts',
      ]) {
        mkdirSync(resolve(FOLDER, name, '..'), { recursive: true });
        writeFileSync(`${FOLDER}/${name}`, readFile(name));
      }
      const environment = {
        ...environmentOf(droppoint, door),
        DATABASE_URL: postgres.url,
        STOREFRONT_ORIGIN: droppoint.shop,
      };
      let log = '';
      const run = (...words: string[]) => {
        const child = spawn(process.execPath, [CLI, ...words], {
          cwd: FOLDER,
          env: { ...process.env, ...environment },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        for (const stream of [child.stdout!, child.stderr!])
          stream.on('data', (text) => (log += String(text)));
        return child;
      };
      if (postgres.isFilled) cpSync(`${STORED}/keys.json`, `${FOLDER}/keys.json`);
      else {
        const [code] = (await once(run('db:migrate', '--execute-all-links'), 'exit')) as [number];
        if (code !== 0) throw new Error(log);
        await postgres.store();
        cpSync(`${FOLDER}/keys.json`, `${STORED}/keys.json`);
      }
      const child = run('start', '--port', String(port + 8));
      const origin = `http://127.0.0.1:${port + 8}`;
      await waitUntilReady(`${origin}/health`, child).catch((error: unknown) => {
        throw new Error(log, { cause: error });
      });
      const keys = JSON.parse(readFileSync(`${FOLDER}/keys.json`, 'utf8')) as Medusa['keys'];
      await use({ origin, door, folder: FOLDER, database: postgres.url, keys, readLog: () => log });
      await end(child, 'SIGKILL');
      await Promise.all([door.close(), postgres.close()]);
    },
    { scope: 'worker', timeout: SHOP_TEST_MS },
  ],

  shop: async ({ medusa, droppoint }, use) => {
    medusa.door.isClosed = false;
    await use(new Shop(medusa, droppoint));
  },
});
