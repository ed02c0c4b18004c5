import { join } from 'node:path';
import { BASE_FOLDER } from '#config/folders.ts';
import { AppError } from '#platform/errors.ts';
import { readEnvironmentFile } from './release-folder.ts';
import { refuseOtherOwner } from './refuse-other-owner.ts';

interface Program {
  /** Loads the program on demand: the function doesn't need the publisher's code. */
  load: () => Promise<unknown>;
  /** Whether it writes files that later runs by the service's user replace or delete. */
  isWriting?: true;
}

const PROGRAMS: Readonly<Record<string, Program>> = {
  serve: { load: () => import('./serve.ts') },
  snapshot: { load: () => import('../../publisher/main.ts'), isWriting: true },
  contract: { load: () => import('../../publisher/contract/main.ts') },
  streets: { load: () => import('../../publisher/streets/main.ts'), isWriting: true },
  doctor: { load: () => import('../doctor/main.ts') },
  switch: { load: () => import('./switch-over.ts'), isWriting: true },
};

/** Command line of a release: `node droppoint.mjs PROGRAM …`. */
const [, , name = '', second] = process.argv;
const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
if (program === undefined) {
  console.error(`Usage: node droppoint.mjs ${Object.keys(PROGRAMS).join('|')}`);
  process.exitCode = 1;
} else {
  // Remove the program's name, because each program reads its arguments from process.argv; also the `--` that npm run would take.
  process.argv.splice(2, second === '--' ? 2 : 1);
  try {
    // Environment variables take precedence over the file, as with node --env-file.
    for (const [key, value] of Object.entries(readEnvironmentFile(join(BASE_FOLDER, '.env'))))
      process.env[key] ??= value;
    if (program.isWriting) refuseOtherOwner(process.env);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  await program.load();
}
