/** Settings of a Vendure shop with pick-up points. Its database is SQLite, in memory and saved to a file. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  DefaultJobQueuePlugin,
  DefaultLogger,
  DefaultSchedulerPlugin,
  dummyPaymentHandler,
  LogLevel,
} from '@vendure/core';
// The plugin with its settings, from docs/vendure.md.
import { droppoint } from './droppoint.mjs';

const DATA = resolve(process.env['SHOP_DATA'] ?? 'data');

export const database = join(DATA, 'shop.sqlite');

/** Stores labels in a folder that isn't served. */
class FolderStorage {
  #path = (name) => join(DATA, 'assets', name);

  async #write(name, write) {
    await mkdir(dirname(this.#path(name)), { recursive: true });
    await write(this.#path(name));
    return name;
  }

  writeFileFromBuffer = (name, data) => this.#write(name, (path) => writeFile(path, data));
  writeFileFromStream = (name, data) => this.#write(name, (path) => pipeline(data, createWriteStream(path)));
  readFileToBuffer = (name) => readFile(this.#path(name));
  readFileToStream = (name) => Promise.resolve(createReadStream(this.#path(name)));
  deleteFile = (name) => rm(this.#path(name));
  fileExists = (name) => Promise.resolve(existsSync(this.#path(name)));
}

/** @type {import('@vendure/core').VendureConfig} */
export const config = {
  apiOptions: {
    hostname: '127.0.0.1',
    port: Number(process.env['SHOP_PORT'] ?? 3010),
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    // The storefront forwards requests, so no other origin needs access.
    cors: false,
    csrfPrevention: true,
  },
  authOptions: {
    tokenMethod: ['bearer', 'cookie'],
    superadminCredentials: {
      identifier: 'superadmin',
      password: process.env['SHOP_PASSWORD'] ?? 'sandbox',
    },
    cookieOptions: { secret: process.env['SHOP_COOKIE_SECRET'] ?? 'not for production' },
  },
  dbConnectionOptions: { type: 'sqljs', location: database, autoSave: true, synchronize: true },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  assetOptions: { assetStorageStrategy: new FolderStorage() },
  // This shop has no worker process that could run tasks.
  schedulerOptions: { runTasksInWorkerOnly: false },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  plugins: [
    droppoint,
    DefaultJobQueuePlugin,
    DefaultSchedulerPlugin.init({ manualTriggerCheckInterval: '1s' }),
  ],
};
