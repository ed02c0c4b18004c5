import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { readSettings, setting, type Environment } from '../src/lib/config/setting.ts';

/**
 * Where settings (`.env`) and what is published lie: the project's folder; of a release, the folder that the releases lie in, so that what
 * is published stays when another one takes over. In both it is one level above this file: a release's programs stand at its top.
 */
export const BASE_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Resolves a path of the settings, whichever folder a program is started in. */
export function resolveSetting(path: string): string {
  return resolve(BASE_FOLDER, path);
}

/** What is published lies here for all who write and read it. */
export const FOLDER_SETTINGS = {
  SNAPSHOT_DIR: setting(z.string(), 'published/network', {
    meaning: 'folder that the network is published in and served from, on Node; see 4',
  }),
  STREETS_DIR: setting(z.string(), 'published/streets', {
    meaning: 'folder that streets are published in and served from, on Node; see 5',
  }),
};

export function readFolders(environment: Environment): { snapshotFolder: string; streetsFolder: string } {
  const folders = readSettings(FOLDER_SETTINGS, environment, []);
  return {
    snapshotFolder: resolveSetting(folders.SNAPSHOT_DIR),
    streetsFolder: resolveSetting(folders.STREETS_DIR),
  };
}
