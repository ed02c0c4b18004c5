import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { readSettings, setting, type Environment } from '../src/lib/config/setting.ts';

/**
 * Folder of settings (`.env`) and published data: the project's folder, or for a release the folder that contains the releases,
 * so that published data stays when another release takes over. In both cases it is the parent of this file's folder, since a
 * release's programs are at its top level.
 */
export const BASE_FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** Resolves a path in the settings, independent of the current folder. */
export function resolveSetting(path: string): string {
  return resolve(BASE_FOLDER, path);
}

/** Folders of published data, for the programs that write and read it. */
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
