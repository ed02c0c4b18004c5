import { accessSync, constants, existsSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlaces } from '../../functions/node/settings.ts';
import { readVersions } from '../../publisher/versions.ts';
import { findingOf, type Finding, type Patient } from './finding.ts';

/** Space for a first network of some 150,000 points, with the pages read from the platform. */
const FIRST_BYTES = 1e9;
/** Space for the next network, in sizes of the current one: the version, the pages that it is made of, and a reserve. */
const TIMES = 4;

/** Checks that the next network can be written: permissions, free space and free inodes. */
export function examineDisk({ environment }: Patient): Finding {
  const { snapshotFolder } = readPlaces(environment);
  const there = findExisting(snapshotFolder);
  const finding = findingOf('disk');
  try {
    accessSync(there, constants.W_OK);
  } catch {
    return finding('failed', `this user can't write to ${there}.`);
  }
  const last = measureCurrent(snapshotFolder);
  const needed = last === null ? FIRST_BYTES : last.bytes * TIMES;
  const { bavail, bsize, ffree, files } = statfsSync(there);
  const free = bavail * bsize;
  const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  if (free < needed)
    return finding(
      'failed',
      `${megabytes(free)} are free at ${there}, the next network takes up to ${megabytes(needed)}.`,
    );
  // Some file systems report no inodes.
  if (files > 0 && last !== null && ffree < last.files * 2)
    return finding(
      'failed',
      `${there} has room for ${ffree} files (inodes), the next network has ${last.files}.`,
    );
  return finding('ok', `${megabytes(free)} free at ${there}`);
}

function findExisting(path: string): string {
  return existsSync(path) ? path : findExisting(dirname(path));
}

function measureCurrent(folder: string): { bytes: number; files: number } | null {
  const version = existsSync(folder) ? readVersions(folder).current : null;
  if (version === null || !existsSync(join(folder, version))) return null;
  const sizes = readdirSync(join(folder, version), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size);
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
}
