/** Starts the shop, and fills it on its first start. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { bootstrap } from '@vendure/core';
import { config, database } from './config.mjs';
import { fill } from './fill.mjs';

await mkdir(dirname(database), { recursive: true });
const isNew = !existsSync(database);
export const app = await bootstrap(config);
if (isNew) await fill(app);
console.log('The shop is open.');
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
