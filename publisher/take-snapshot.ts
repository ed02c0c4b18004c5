import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '#async/pause.ts';
import { pathOf } from '#platform/operation.ts';
import { listPoints } from '#platform/location.ts';
import { readPointsPage } from '#platform/read-points-page.ts';
import { createRequester } from '#platform/request.ts';
import { createAppBearer, type BearerDependencies } from '#platform/app-token.ts';
import { arrangeNetwork, compileNetwork, type ArrangedNetwork } from './compile-network.ts';
import { createContractWatch } from './contract/contract-watch.ts';
import { lockFolder, type FolderLock } from './lock.ts';
import { PageLog, WalkTooLargeError } from './page-log.ts';
import { createProgressLine, type ProgressLine, type Terminal } from './progress-line.ts';
import { createClockWatch, createPlatformFetch } from './platform-fetch.ts';
import { passGate } from './publish-gate.ts';
import { findPacked, publishVersion } from './versions.ts';
import type { SnapshotSettings } from './settings.ts';
import { SnapshotError } from './explain-failure.ts';
import { VersionFolder, type Compression } from './version-folder.ts';
import { walkList, type WalkOutcome } from './walk.ts';
import { formatPlural, formatThousands } from './format.ts';

/** Dependencies that tests replace. */
export interface SnapshotDependencies extends BearerDependencies {
  terminal: Omit<Terminal, 'now'>;
  /** Publish the network even if it differs too much from the published one. */
  accept?: boolean;
  /** Default: as small as a nightly run can make the files. */
  compression?: Compression;
}

/**
 * Makes a snapshot of the network: walks the platform's list, checks and sorts the points, writes the files, publishes them.
 * Nothing changes for readers before the last step. If it fails, the pages are kept for the next run.
 * @throws AppError if the platform fails or the signal aborts; SnapshotError if too much is missing, the network is refused, or
 * another run is working in the folder
 */
export async function takeSnapshot(settings: SnapshotSettings, dependencies: SnapshotDependencies) {
  const { folder } = settings;
  mkdirSync(folder, { recursive: true });
  const { terminal, now, signal, wait = pause } = dependencies;
  const line = createProgressLine({ ...terminal, now });
  const lock = await lockFolder(folder, wait, (text) => line.print(text), signal);
  const listUrl = settings.platform.addresses.base + pathOf(listPoints);
  try {
    const log = new PageLog(join(folder, '.walk'), `${listUrl} ${settings.perPage}`, settings.maxWalkBytes);
    const result = await walkAndPublish(settings, dependencies, listUrl, log, line, lock).catch(
      (error: unknown) => {
        // Don't keep the pages if the disk is full: they would block everything else on it, and the next run too.
        if (isOutOfSpace(error)) log.remove();
        else log.close();
        throw error;
      },
    );
    log.remove();
    return result;
  } finally {
    await lock.release();
  }
}

async function walkAndPublish(
  settings: SnapshotSettings,
  dependencies: SnapshotDependencies,
  listUrl: string,
  log: PageLog,
  line: ProgressLine,
  lock: FolderLock,
) {
  const { platform, perPage } = settings;
  const { now, wait = pause, signal, accept = false } = dependencies;
  const startedMs = now();
  if (log.known.size > 0)
    line.print(
      'Found pages of an earlier run. Those of the last hour are reused if the list is still the same.',
    );
  const clock = createClockWatch(now);
  const fetch = createPlatformFetch(clock.watch(dependencies.fetch), perPage);
  const watch = createContractWatch();
  const bearer = createAppBearer(platform, platform.pointsScope, {
    fetch: watch.watchTokens(fetch),
    now,
    signal,
    wait,
  });
  const send = createRequester({ fetch, bearer, now, wait });
  const outcome = await walkList({
    async fetchPage(page) {
      const { data } = await readPointsPage(send, listUrl, page, perPage, platform.paging, signal);
      watch.page(data);
      return data;
    },
    log,
    concurrency: settings.concurrency,
    now,
    signal,
    onProgress: (state) => line.show(state),
    onPass: () => watch.restartItems(),
    onItem: (item) => watch.item(item),
  }).finally(() => line.close());
  clock.check();
  const endedMs = now();
  const lost = checkLoss(outcome, settings.maxLostShare);

  line.print('Sorting …');
  if (outcome.columns.length === 0) refuseEmpty(outcome.count);
  const arranged = arrangeNetwork(outcome.columns, {
    contract: watch.differences(),
    listed: outcome.count,
    lost,
    moved: outcome.moved,
    passes: outcome.passes,
    failedPages: outcome.failedPages,
    failure: outcome.failedPages.length > 0 ? (outcome.failure?.message ?? null) : null,
    walkMs: endedMs - startedMs,
    walkedAt: new Date(endedMs).toISOString(),
  });
  const { comparisons, accepted } = passGate({ folder: settings.folder, accept }, arranged, log);
  if (arranged.sorted.length === 0) refuseEmpty(outcome.count);
  arranged.report.comparisons = comparisons;
  line.print('Writing files …');
  return compileAndPublish(settings, dependencies, arranged, accepted, log, lock);
}

async function compileAndPublish(
  { folder, retainedVersions }: SnapshotSettings,
  { signal, compression }: SnapshotDependencies,
  network: ArrangedNetwork,
  accepted: boolean,
  log: PageLog,
  lock: FolderLock,
) {
  lock.check();
  const earlier = findPacked(folder);
  const staged = new VersionFolder(join(folder, '.next'), { earlier, signal, compression });
  try {
    const manifest = await compileNetwork(network, log, staged);
    lock.check();
    const { packing } = staged;
    publishVersion(folder, staged.path, manifest, { accepted, retained: retainedVersions, packing });
    const { points, listed, setAside, contract } = network.report;
    const breaking = contract.filter(({ kind }) => kind === 'breaking').length;
    return {
      ...staged.written,
      version: manifest.version,
      points,
      listed,
      rejected: setAside.length,
      /** Number of breaking differences from the known contract, and of all differences. */
      breaking,
      differences: contract.length,
    };
  } finally {
    await staged.discard();
  }
}

function refuseEmpty(listed: number): never {
  throw new SnapshotError(
    `Nothing was published: none of the ${listed} items in the platform's list can be placed on a map. Ask the platform.`,
  );
}

function isOutOfSpace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return error instanceof WalkTooLargeError || code === 'ENOSPC' || code === 'EDQUOT';
}

/**
 * Refuses a walk that lost too many items: the published network, older but complete, is more useful.
 * @param maxLostShare 0 to 1
 * @returns the number of items that the list counts, but that weren't found
 * @throws SnapshotError
 */
function checkLoss({ failedPages, failure, found, count }: WalkOutcome, maxLostShare: number): number {
  const lost = Math.max(0, count - found);
  if (lost <= count * maxLostShare) return lost;
  const pages = formatPlural(failedPages.length, 'page', 'pages');
  const reason =
    failedPages.length > 0
      ? `${pages} could not be read (page ${failedPages[0]}: ${failure?.message}). Run the command again ` +
        'within an hour: it keeps the pages already read and fetches only the others.'
      : 'The list counts more items than it has different ids. Run the command again; ' +
        'if the result is the same, ask the platform, or raise SNAPSHOT_MAX_LOST_SHARE.';
  throw new SnapshotError(
    `Nothing was published: ${formatThousands(lost)} of ${formatThousands(count)} points are missing, ` +
      `more than SNAPSHOT_MAX_LOST_SHARE=${maxLostShare} allows (${formatThousands(found)} were found). ${reason}`,
  );
}
