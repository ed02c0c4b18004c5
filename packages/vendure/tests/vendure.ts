import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CLIENT_ID, CLIENT_SECRET, test as base, type Droppoint } from '../../../tests/browser/droppoint.ts';
import { readSnippets } from '../../../tests/guide-snippets.ts';
import { end, startProgram } from '../../../tests/processes.ts';
import { openDoor, type Door } from './outage.ts';
import { Client } from './client.ts';

export const ORGANIZATION_ID = '5f0c2f10-0000-4000-8000-000000000001';
/**
 * A folder inside Vendure's packages, so that its program finds them; docs/vendure.md uses a separate
 * folder.
 */
const FOLDER = resolve('packages/vendure/node_modules/.shop');
const GUIDE = readFileSync('docs/vendure.md', 'utf8');

/** Times in milliseconds; for the nightly check also its counts. */
interface Cost {
  withoutMs: number;
  withMs: number;
  recheckMs: number;
  recheck: Record<'checked' | 'marked' | 'unchecked', number>;
}

export interface Vendure {
  origin: string;
  /** The proxy between Vendure and Droppoint. */
  door: Door;
  folder: string;
  /** Measures what the plugin costs, with orders to these points. */
  measure(pointIds: readonly string[]): Promise<Cost>;
}

/** Returns the guide's snippet whose first line names a file. */
export function readFile(name: string): string {
  const found = readSnippets(GUIDE, 'js').find((code) => code.startsWith(`// ${name}\n`));
  if (found === undefined) throw new RangeError(`The guide has no ${name}.`);
  return found;
}

/** Settings of the guide's snippet. */
const environmentOf = (droppoint: Droppoint, door: Door): Record<string, string> => ({
  // Override the project's value: in production, Vendure requires other secrets.
  NODE_ENV: 'test',
  VENDURE_DISABLE_TELEMETRY: 'true',
  DROPPOINT_URL: door.origin,
  PLATFORM_BASE_URL: droppoint.platform,
  PLATFORM_AUTH_URL: droppoint.platform.replace(/\d+$/, (port) => String(Number(port) + 1)),
  PLATFORM_CLIENT_ID: CLIENT_ID,
  PLATFORM_CLIENT_SECRET: CLIENT_SECRET,
  ORGANIZATION_ID,
  WEBHOOK_SECRET: process.env['SANDBOX_WEBHOOK_SECRET']!,
});

export const test = base.extend<{ shopper: Client; staff: Client }, { vendure: Vendure }>({
  vendure: [
    async ({ droppoint }, use) => {
      const port = Number(new URL(droppoint.origin).port);
      await droppoint.publish();
      const door = await openDoor(droppoint.origin, port + 9);
      rmSync(FOLDER, { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      cpSync('packages/vendure/example', FOLDER, { recursive: true });
      cpSync('packages/vendure/tests/measure.mjs', `${FOLDER}/measure.mjs`);
      // Add the account of another channel to the guide's snippet.
      const channels = "channels: { 'cz-shop': { organizationId: 'cz-organization' } },";
      const settings = readFile('droppoint.mjs').replace('  webhookKeys:', `  ${channels}\n  webhookKeys:`);
      writeFileSync(`${FOLDER}/droppoint.mjs`, settings);
      const child = startProgram(
        [`${FOLDER}/measure.mjs`],
        { ...environmentOf(droppoint, door), SHOP_DATA: `${FOLDER}/data`, SHOP_PORT: String(port + 8) },
        ['ignore', 'pipe', 'pipe', 'ipc'],
      );
      let log = '';
      for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text) => (log += String(text)));
      await new Promise<void>((done, fail) => {
        child.stdout!.on('data', () => log.includes('The shop is open.') && done());
        child.once('exit', () => fail(new Error(log)));
      });
      const measure = (pointIds: readonly string[]) =>
        new Promise<Cost>((done) => {
          child.once('message', (cost) => done(cost as Cost));
          child.send({ pointIds });
        });
      const origin = `http://127.0.0.1:${port + 8}`;
      await use({ origin, door, folder: FOLDER, measure });
      await end(child, 'SIGKILL');
      await door.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  shopper: async ({ vendure }, use) => {
    vendure.door.isClosed = false;
    await use(new Client(`${vendure.origin}/shop-api`));
  },

  staff: async ({ vendure }, use) => {
    const staff = new Client(`${vendure.origin}/admin-api`);
    await staff.request('mutation { login(username: "superadmin", password: "sandbox") { __typename } }');
    await use(staff);
  },
});
