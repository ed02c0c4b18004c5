import { join } from 'node:path';
import { BASE_FOLDER } from '../platform-client/base-folder.ts';
import { readEnvironmentFile } from './release-folder.ts';

/** The programs of a release, loaded on demand: the function doesn't need the publisher's code. */
const PROGRAMS: Readonly<Record<string, () => Promise<unknown>>> = {
  serve: () => import('./serve.ts'),
  snapshot: () => import('../publisher/main.ts'),
  contract: () => import('../publisher/contract/main.ts'),
  streets: () => import('../streets/main.ts'),
  doctor: () => import('./doctor/main.ts'),
  switch: () => import('./switch-over.ts'),
};

/** Command line of a release: `node droppoint.mjs PROGRAM …`. */
const [, , name = ''] = process.argv;
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program === undefined) {
  console.error(`Usage: node droppoint.mjs ${Object.keys(PROGRAMS).join('|')}`);
  process.exitCode = 1;
} else {
  // Removes the program's name: each program reads its own arguments from process.argv.
  process.argv.splice(2, 1);
  // Environment variables take precedence over the file, as with node --env-file.
  for (const [key, value] of Object.entries(readEnvironmentFile(join(BASE_FOLDER, '.env'))))
    process.env[key] ??= value;
  await program();
}
