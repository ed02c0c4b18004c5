import { readFolders } from '#config/folders.ts';
import { openObjectStore } from '../object-store.ts';
import { readStreetsArguments } from './arguments.ts';
import { explainStreetsFailure } from './explain-failure.ts';
import { runCommand } from './run-command.ts';

/** Exit code of an interrupted program, as in shells: 128 + SIGINT. */
const INTERRUPTED = 130;

/** Command line: `npm run streets`. Publishes into STREETS_DIR; `--to` reads the object store's keys from the environment. */
async function main(): Promise<void> {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());
  const folder = readFolders(process.env).streetsFolder;
  const command = readStreetsArguments(process.argv.slice(2));
  await runCommand(command, folder, {
    // Open the store first, to report missing keys immediately.
    store: command.to === null ? null : openObjectStore(command.to, process.env),
    now: Date.now,
    signal: interruption.signal,
    terminal: { isTty: process.stdout.isTTY, write: (text) => process.stdout.write(text), now: Date.now },
  });
}

main().catch((error: unknown) => {
  console.error(explainStreetsFailure(error) ?? error);
  process.exitCode = error instanceof Error && error.name === 'AbortError' ? INTERRUPTED : 1;
});
