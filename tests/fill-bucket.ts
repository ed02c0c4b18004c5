import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { R2Bucket } from '@cloudflare/workers-types';
import { getPlatformProxy } from 'wrangler';

/**
 * Puts the files of a folder into the bucket that a worker has for streets, on this machine: all of them by one process, where
 * `wrangler r2 object put` starts anew for each. Words: wrangler's configuration, the folder of its state, the folder.
 */
const [configPath, state, folder] = process.argv.slice(2) as [string, string, string];
const { env, dispose } = await getPlatformProxy<{ STREETS: R2Bucket }>({
  configPath,
  // Where `wrangler dev --persist-to` looks for it.
  persist: { path: join(state, 'v3') },
});
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
  // Not as a Buffer, which doesn't reach the other process.
  if (name.includes('.')) await env.STREETS.put(name, new Uint8Array(readFileSync(join(folder, name))));
await dispose();
