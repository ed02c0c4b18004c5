import { join } from 'node:path';
import { runServer } from '../../functions/node/start.ts';
import { BASE_FOLDER } from '#config/folders.ts';
import { copyLazyFiles } from './copy-lazy-files.ts';
import { PAGES, RELEASE_FOLDER } from './release-folder.ts';

/** `node droppoint.mjs serve`: the function and the pages of this release. */
const pages = join(RELEASE_FOLDER, PAGES);
try {
  copyLazyFiles(pages, join(BASE_FOLDER, 'published'));
} catch (error) {
  // Serve anyway. Pages that are open when the next release takes over may then lack files.
  console.error(`Can't copy the files that pages load later for the next release: ${String(error)}`);
}
await runServer(pages);
