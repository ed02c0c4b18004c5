import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { R2Bucket } from '@cloudflare/workers-types';
import { getPlatformProxy } from 'wrangler';

/**
 * Puts the files of a folder into a worker's local bucket for streets. Uses one process for all files, while
 * `wrangler r2 object put` starts one for each. Arguments: wrangler's configuration, the folder of its state, the folder.
 */
const [configPath, state, folder] = process.argv.slice(2) as [string, string, string];
const { env, dispose } = await getPlatformProxy<{ STREETS: R2Bucket }>({
  configPath,
  // `wrangler dev --persist-to` looks for the state here.
  persist: { path: join(state, 'v3') },
});
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  // Convert the Buffer, which can't be sent to the other process.
  if (name.includes('.')) await env.STREETS.put(name, new Uint8Array(readFileSync(join(folder, name))));
await dispose();
