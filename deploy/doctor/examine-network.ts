import { parseSettings } from '../../functions/config.ts';
import { openPublished } from '../../functions/node/open-published.ts';
import { readNodeSettings } from '../../functions/node/settings.ts';
import { createPublishedNetwork } from '../../functions/points/published-network.ts';
import { AppError } from '#platform/errors.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Warn from this age on: two nightly runs were missed. */
const OLD_DAYS = 2;
/** Twice the skew that the doctor accepts, because the clocks of two machines may be wrong in opposite directions. */
const MAX_AHEAD_MS = 60_000;
/** From this age on shops' point checks answer `unknown`. */
const OUTDATED_DAYS = 7;

/** Checks that the function can read a published network, and how old that is. */
export async function examineNetwork({
  environment,
  now,
  fetch: requestFromStore,
}: Machine): Promise<Finding> {
  const settings = parseSettings(environment);
  const places = readNodeSettings(environment);
  const { network } = openPublished(settings, places, requestFromStore);
  const place = settings.networkUrl ?? places.snapshotFolder;
  const read = createPublishedNetwork({ network, now });
  const { ok, warning, failed } = findingOf('network');
  try {
    // No point has this id, but looking it up reads the manifest and a first file of its version.
    const walkedAt = await read.look(async (network) => {
      await network.findPoint('');
      return network.walkedAt;
    });
    if (walkedAt === null) return failed(`nothing is published in ${place}: run "npm run snapshot".`);
    const ageMs = now() - Date.parse(walkedAt);
    const days = ageMs / DAY_MS;
    const dated = `read on ${walkedAt}, ${describeAge(ageMs)}`;
    if (days < -1) return failed(`${dated}: the clock was wrong when it was published. Publish it again.`);
    if (ageMs < -MAX_AHEAD_MS)
      return warning(`${dated}: the clock of this machine or of the one that published it is wrong.`);
    if (days > OUTDATED_DAYS)
      return warning(`${dated}: too old, so shops' checks answer unknown. Publish it again.`);
    return days > OLD_DAYS ? warning(`${dated}: check that the timer runs.`) : ok(dated);
  } catch (error) {
    if (error instanceof AppError)
      return failed(`can't read ${place} (${error.message}): run "npm run snapshot -- --rollback".`);
    const cause = error instanceof Error ? error.message : String(error);
    return failed(`can't read ${place}: ${cause}`);
  }
}

function describeAge(ageMs: number): string {
  if (ageMs < -MAX_AHEAD_MS) return `${Math.round(-ageMs / 60_000)} minutes in the future`;
  return `${(Math.max(ageMs, 0) / DAY_MS).toFixed(1)} days ago`;
}
