import { makeFolder } from '../temporary-folder.ts';
import { makePlatform, makeSettings, run } from './made-up-platform.ts';
import { readPublished } from './read-published.ts';

/** Publishes a list of items in a new folder. @returns the published files */
export async function publishItems(items: unknown[], environment?: Record<string, string>) {
  const folder = makeFolder();
  await run(makeSettings(folder, environment), makePlatform(items));
  return readPublished(folder);
}
