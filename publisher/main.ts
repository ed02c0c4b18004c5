import { setFlagsFromString } from 'node:v8';
import { explainSnapshotFailure, isInterruption, SnapshotError } from './explain-failure.ts';
import { formatThousands, formatDuration, formatMegabytes } from './format.ts';
import { rollBack } from './roll-back.ts';
import { openObjectStore } from './object-store.ts';
import { pushNetwork } from './push-network.ts';
import { readFolders } from '#config/folders.ts';
import { parseSnapshotSettings } from './settings.ts';
import { listVersions } from './versions.ts';
import { takeSnapshot } from './take-snapshot.ts';

const USAGE = `Usage:
  npm run snapshot                            read the platform's list and publish it
  npm run snapshot -- --accept                publish even if it differs too much from the published network
  npm run snapshot -- --list                  list the versions that you can roll back to
  npm run snapshot -- --rollback [VERSION]    publish a kept version again; without VERSION, the previous one
  … --to s3://BUCKET/PREFIX                   then copy the published network into an object store`;

/** @throws SnapshotError with the usage, for unknown arguments */
function readArguments(parameters: readonly string[]) {
  const at = parameters.indexOf('--to');
  const to = at === -1 ? null : (parameters[at + 1] ?? '');
  const [option, version, ...rest] = at === -1 ? parameters : parameters.toSpliced(at, 2);
  const isKnown = [undefined, '--accept', '--list', '--rollback'].includes(option) && rest.length === 0;
  const fitsVersion = version === undefined || option === '--rollback';
  const fitsStore = to === null || (to.startsWith('s3://') && option !== '--list');
  if (isKnown && fitsVersion && fitsStore) return { option, version, to };
  throw new SnapshotError(`Unknown arguments: "${parameters.join(' ')}"\n${USAGE}`);
}

/** Exit code of an interrupted program, by the shells' convention (128 + SIGINT). */
const INTERRUPTED = 130;
/** V8 flag: collect garbage as soon as the heap has grown by 30 % since the last collection, a fraction of the default. */
const CLEAN_UP_EARLY = '--heap-growing-percent=30';

/** Command line: `npm run snapshot`; settings come from the environment (docs/snapshot-format.md, "Publishing"). */
async function main(): Promise<void> {
  setFlagsFromString(CLEAN_UP_EARLY);
  const { option, version = null, to } = readArguments(process.argv.slice(2));
  const folder = readFolders(process.env).snapshotFolder;
  if (option === '--list') return console.log(listVersions(folder));
  // Open the store before the walk, to report wrong settings immediately.
  const store = to === null ? null : openObjectStore(to, process.env);
  if (option === '--rollback') {
    const published = await rollBack(folder, version, console.log);
    console.log(
      `Published ${published.version} again, read on ${published.walkedAt}. Later versions are kept, marked as withdrawn.`,
    );
  } else await publish(option === '--accept');
  if (store !== null) await pushNetwork(folder, store, console.log);
}

async function publish(accept: boolean): Promise<void> {
  const settings = parseSnapshotSettings(process.env);
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort());

  const startedMs = performance.now();
  const taken = await takeSnapshot(settings, {
    fetch,
    now: Date.now,
    signal: interruption.signal,
    accept,
    terminal: { isTty: process.stdout.isTTY, write: (text) => process.stdout.write(text) },
  });
  // maxRSS is in KiB.
  const peak = formatMegabytes(process.resourceUsage().maxRSS * 1024);
  console.log(
    `Published ${formatThousands(taken.points)} of ${formatThousands(taken.listed)} points as ${settings.folder}/${taken.version}\n` +
      `${formatThousands(taken.files)} files, ${formatMegabytes(taken.bytes)}, compressed ${formatMegabytes(taken.brotliBytes)}` +
      `${taken.reused > 0 ? `; ${formatThousands(taken.reused)} of them compressed in an earlier run` : ''}\n` +
      `${formatThousands(taken.rejected)} items set aside, see report.txt there\n` +
      (taken.differences > 0
        ? `The platform's answers differ from the known contract (${taken.breaking} breaking, ${taken.differences - taken.breaking} for information), see report.txt there\n`
        : '') +
      `${formatDuration(performance.now() - startedMs)}, ${peak} at most`,
  );
}

main().catch((error: unknown) => {
  console.error(explainSnapshotFailure(error) ?? error);
  process.exitCode = isInterruption(error) ? INTERRUPTED : 1;
});
