import { parseSettings } from '../../functions/config.ts';
import { createPublishedReader } from '../../functions/node/open-published.ts';
import { readPlaces } from '../../functions/node/settings.ts';
import { createNetworkAddress } from '../../functions/points/network-store.ts';
import { createPublishedNetwork } from '../../functions/points/published-network.ts';
import { AppError } from '#platform/errors.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

const DAY_MS = 24 * 3600 * 1000;
/** From this age on a warning: two nightly runs were missed. */
const OLD_DAYS = 2;
/** Two machines whose clocks are each as wrong as the doctor accepts. */
const MAX_AHEAD_MS = 60_000;
/** From this age on shops' point checks answer `unknown`. */
const OUTDATED_DAYS = 7;

/** Checks that a network is published that the function can read, and how old it is. */
export async function examineNetwork({ environment, now, fetch: askStore }: Machine): Promise<Finding> {
  const { snapshotFolder } = readPlaces(environment);
  const { networkUrl } = parseSettings(environment);
  const folder = createPublishedReader(snapshotFolder);
  const store = networkUrl === null ? folder : createNetworkAddress(networkUrl, askStore);
  const place = networkUrl ?? snapshotFolder;
  const read = createPublishedNetwork('http://network', {
    readPublished: { ...folder, read: (name) => store.read(name) },
    now,
  });
  const { ok, warning, failed } = findingOf('network');
  try {
    // No point has this id: looking it up reads the manifest and a first file of its version.
    const walkedAt = await read.look(async (network) => {
      await network.findPoint('');
      return network.walkedAt;
    });
    if (walkedAt === null) return failed(`nothing is published in ${place}: npm run snapshot does.`);
    const ageMs = now() - Date.parse(walkedAt);
    const days = ageMs / DAY_MS;
    const dated = `read on ${walkedAt}, ${describeAge(ageMs)}`;
    if (days < -1) return failed(`${dated}: by a clock that was wrong. Publish it again.`);
    if (ageMs < -MAX_AHEAD_MS)
      return warning(`${dated}: this clock is wrong, or that of the machine that published it.`);
    if (days > OUTDATED_DAYS) return warning(`${dated}: shops' checks answer unknown. Publish it again.`);
    return days > OLD_DAYS ? warning(`${dated}: does the timer run?`) : ok(dated);
  } catch (error) {
    if (error instanceof AppError)
      return failed(`${place} can't be read (${error.message}): npm run snapshot -- --rollback`);
    const cause = error instanceof Error ? error.message : String(error);
    return failed(`${place} can't be read: ${cause}`);
  }
}

function describeAge(ageMs: number): string {
  if (ageMs < -MAX_AHEAD_MS) return `${Math.round(-ageMs / 60_000)} minutes in the future`;
  return `${(Math.max(ageMs, 0) / DAY_MS).toFixed(1)} days ago`;
}
