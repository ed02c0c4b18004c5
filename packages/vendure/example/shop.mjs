/**
 * A Vendure shop with pick-up points, in one file: its database is SQLite in memory and a file. `node shop.mjs` fills it on the first
 * start. It expects `droppoint.mjs` beside it: the plugin with its settings, as docs/vendure.md has it.
 */
import { mkdir, readFile, writeFile, rm } from 'node:fs/promises';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  bootstrap,
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  dummyPaymentHandler,
  LogLevel,
} from '@vendure/core';
import { droppoint } from './droppoint.mjs';
import { fill } from './fill.mjs';

const DATA = resolve(process.env['SHOP_DATA'] ?? 'data');
const ASSETS = join(DATA, 'assets');

/** Labels are kept in a folder that no server publishes. */
class FolderStorage {
  writeFileFromBuffer = (name, data) => this.#write(name, (path) => writeFile(path, data));
  writeFileFromStream = (name, data) => this.#write(name, (path) => pipeline(data, createWriteStream(path)));
  readFileToBuffer = (name) => readFile(join(ASSETS, name));
  readFileToStream = (name) => Promise.resolve(createReadStream(join(ASSETS, name)));
  deleteFile = (name) => rm(join(ASSETS, name));
  fileExists = (name) => Promise.resolve(existsSync(join(ASSETS, name)));

  async #write(name, write) {
    const path = join(ASSETS, name);
    await mkdir(dirname(path), { recursive: true });
    await write(path);
    return name;
  }
}

await mkdir(DATA, { recursive: true });
const location = join(DATA, 'shop.sqlite');
const isNew = !existsSync(location);

const app = await bootstrap({
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env['SHOP_PORT'] ?? 3010),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
    cookieOptions: { secret: 'not for production' },
  },
  dbConnectionOptions: { type: 'sqljs', location, autoSave: true, synchronize: true, logging: false },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  assetOptions: { assetStorageStrategy: new FolderStorage() },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [droppoint, DefaultJobQueuePlugin, DefaultSchedulerPlugin.init({})],
});
if (isNew) await fill(app);
console.log('The shop is open.');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
