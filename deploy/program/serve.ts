import { join } from 'node:path';
import { runNode } from '../../functions/node/start.ts';
import { BASE_FOLDER } from '../../src/lib/config/folders.ts';
import { keepFiles } from './keep-files.ts';
import { PAGES, RELEASE_FOLDER } from './release-folder.ts';

/** `node droppoint.mjs serve`: the function and the pages of this release. */
const pages = join(RELEASE_FOLDER, PAGES);
try {
  keepFiles(pages, join(BASE_FOLDER, 'published'));
} catch (error) {
  // Serving works without it; pages that are open when the next release takes over may then lack files.
  console.error(`Files that pages load later can't be kept for the next release: ${String(error)}`);
}
await runNode(pages);
