import { statfsSync } from 'node:fs';
import { readNodeSettings } from '../../functions/node/settings.ts';
import { listVersionFiles, readVersions } from '../../publisher/versions.ts';
import { findNearestExisting } from '../nearest-existing.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

/** Space for a first network of some 150,000 points, with the pages read from the platform. */
const FIRST_BYTES = 1e9;
/** Space for the next network, in multiples of the current one: the version, the pages that it is made from, and a reserve. */
const NETWORK_SIZES = 4;

/** Checks that the disk has space and inodes for the next network. Without them a node still serves the current one. */
export function examineDisk({ environment }: Machine): Finding {
  const { snapshotFolder } = readNodeSettings(environment);
  const existing = findNearestExisting(snapshotFolder);
  const { ok, warning } = findingOf('disk');
  const { current } = readVersions(snapshotFolder);
  const sizes = current === null ? [] : [...listVersionFiles(snapshotFolder, current).values()];
  const needed =
    sizes.length === 0 ? FIRST_BYTES : sizes.reduce((sum, size) => sum + size, 0) * NETWORK_SIZES;
  const { bavail, bsize, ffree, files } = statfsSync(existing);
  const free = bavail * bsize;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  if (free < needed)
    return warning(
      `${megabytes(free)} are free at ${existing}, but the next network takes up to ${megabytes(needed)}.`,
    );
  // Some file systems don't report inodes.
  if (files > 0 && ffree < sizes.length * 2)
    return warning(
      `${existing} has room for ${ffree} files (inodes), but the next network has ${sizes.length}.`,
    );
  return ok(`${megabytes(free)} free at ${existing}`);
}
