import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { BASE_FOLDER } from '#config/folders.ts';
import { examineHere } from '../doctor/examine.ts';
import { DOCTOR_PARTS } from '../doctor/finding.ts';
import { copyLazyFiles } from './copy-lazy-files.ts';
import { PAGES, RELEASE_FOLDER } from './release-folder.ts';

/** Link from which the service starts and a reverse proxy reads pages. */
const CURRENT = 'current';

/**
 * `node droppoint.mjs switch [--despite PART …]`: makes this release current unless the doctor finds a failure in a part that isn't
 * named. To go back, run the other release's `switch`.
 */
const despite = readArguments();
if (despite === null) {
  console.error(
    `Usage: node droppoint.mjs switch [--despite PART …], each one of ${DOCTOR_PARTS.join(', ')}`,
  );
  process.exitCode = 1;
} else {
  const failed = await examineHere(console.log);
  const refused = failed.filter((part) => !despite.includes(part));
  if (refused.length === 0) switchOver(failed);
  else {
    const options = failed.map((part) => `--despite ${part}`).join(' ');
    console.error(`Nothing was switched: ${refused.join(', ')} failed. To switch anyway: switch ${options}`);
    process.exitCode = 1;
  }
}

/** @returns parts whose failures to ignore; null if the command line is wrong */
function readArguments(): string[] | null {
  try {
    const { values } = parseArgs({ options: { despite: { type: 'string', multiple: true, default: [] } } });
    return values.despite.every((name) => DOCTOR_PARTS.some((part) => part === name)) ? values.despite : null;
  } catch {
    return null;
  }
}

function switchOver(failed: readonly string[]): void {
  const link = join(BASE_FOLDER, CURRENT);
  const before = readLink(link);
  copyLazyFiles(join(RELEASE_FOLDER, PAGES), join(BASE_FOLDER, 'published'));
  // Rename a new link into place, which replaces the old one atomically.
  const staged = `${link}.new-${process.pid}`;
  rmSync(staged, { force: true });
  symlinkSync(basename(RELEASE_FOLDER), staged);
  renameSync(staged, link);
  if (failed.length > 0) console.log(`Switched although ${failed.join(', ')} failed, because of --despite.`);
  console.log(`${link} is now ${basename(RELEASE_FOLDER)}${before === null ? '' : `, no longer ${before}`}.`);
  console.log('Restart the service. Until then it serves the release that it was started from.');
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
