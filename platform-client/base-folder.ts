import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where settings (`.env`) and what is published lie: the project's folder; of a release, the folder that the releases lie in, so that what
 * is published stays when another one takes over. In both it is one level above this file: a release's programs stand at its top.
 */
export const BASE_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Resolves a path of the settings, whichever folder a program is started in. */
export function resolveSetting(path: string): string {
  return resolve(BASE_FOLDER, path);
}
