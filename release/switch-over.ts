import { readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BASE_FOLDER } from '../platform-client/base-folder.ts';
import { examineHere } from './doctor/examine.ts';
import { keepFiles } from './keep-files.ts';
import { PAGES, RELEASE_FOLDER } from './release-folder.ts';

/** Link from which the service is started, and a reverse proxy reads pages. */
const CURRENT = 'current';

/** `node droppoint.mjs switch`: makes this release current unless the doctor finds a failure. To go back, run the other. */
if (await examineHere(console.log)) {
  const link = join(BASE_FOLDER, CURRENT);
  const before = readLink(link);
  keepFiles(join(RELEASE_FOLDER, PAGES), join(BASE_FOLDER, 'published'));
  // Renaming replaces the link atomically.
  const staged = `${link}.new-${process.pid}`;
  rmSync(staged, { force: true });
  symlinkSync(basename(RELEASE_FOLDER), staged);
  renameSync(staged, link);
  console.log(`${link} is ${basename(RELEASE_FOLDER)}${before === null ? '' : `, no longer ${before}`}.`);
  console.log('Restart the service: until then it serves the release that it was started from.');
} else {
  console.error('Nothing was switched.');
  process.exitCode = 1;
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
