import { formatAmount, formatCount } from './format.ts';
import { SnapshotError } from './explain-failure.ts';
import type { WalkOutcome } from './walk.ts';

/** How many items that the list counts are missing from what was found. */
export function measureLoss({ count, found }: Pick<WalkOutcome, 'count' | 'found'>): number {
  return Math.max(0, count - found);
}

/**
 * Refuses a walk that lost too much: the network published before, whole and a day old, serves people better.
 * @param maxLostShare 0 to 1
 * @throws SnapshotError
 */
export function checkLoss(outcome: WalkOutcome, maxLostShare: number): void {
  const lost = measureLoss(outcome);
  if (lost <= outcome.count * maxLostShare) return;
  const { failedPages, failure, found, count } = outcome;
  const pages = formatAmount(failedPages.length, 'page', 'pages');
  const reason =
    failedPages.length > 0
      ? `${pages} could not be read (page ${failedPages[0]}: ${failure?.message}). Run the command again ` +
        'within the hour: the pages that were read are kept, and only the others are asked for.'
      : 'The list counts more items than it holds under different ids. Run the command again; ' +
        'if it stays like this, ask the platform, or raise SNAPSHOT_MAX_LOST_SHARE.';
  throw new SnapshotError(
    `Nothing was published: ${formatCount(lost)} of ${formatCount(count)} points are missing, ` +
      `more than SNAPSHOT_MAX_LOST_SHARE=${maxLostShare} allows (${formatCount(found)} were found). ${reason}`,
  );
}
