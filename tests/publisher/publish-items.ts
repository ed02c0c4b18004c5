import { makeFolder } from '../temporary-folder.ts';
import { makePlatform, makeSettings, run } from './made-up-platform.ts';
import { readPublished } from './read-published.ts';

/** Reads and publishes a list of items, in a folder of its own. @returns what is there then */
export async function publishItems(items: unknown[], environment?: Record<string, string>) {
  const folder = makeFolder();
  await run(makeSettings(folder, environment), makePlatform(items));
  return readPublished(folder);
}
