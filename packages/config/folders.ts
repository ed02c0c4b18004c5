import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { readSettings, setting, type Environment } from './setting.ts';

/** The file that lists the contents of a release. */
export const RELEASE_NOTE = 'release.json';

/**
 * Folder of the settings (`.env`) and of published data: the project's folder, or, for a release, the
 * folder that contains the releases, so that published data stays when a new release takes over.
 */
export const BASE_FOLDER = findBaseFolder(dirname(fileURLToPath(import.meta.url)));

function findBaseFolder(from: string): string {
  const parent = dirname(from);
  if (from !== parent && !existsSync(join(from, 'package.json'))) return findBaseFolder(parent);
  return existsSync(join(from, RELEASE_NOTE)) ? parent : from;
}

/** Resolves a path from the settings, independent of the current folder. */
export function resolveSetting(path: string): string {
  return resolve(BASE_FOLDER, path);
}

/** Settings for the folders of published data, for the programs that write and read it. */
export const FOLDER_SETTINGS = {
  SNAPSHOT_DIR: setting(z.string(), 'published/network', {
    meaning: 'on Node: folder in which the network is published, and from which it is served; see 4',
  }),
  STREETS_DIR: setting(z.string(), 'published/streets', {
    meaning: 'on Node: folder in which streets are published, and from which they are served; see 5',
  }),
};

export function readFolders(environment: Environment): { snapshotFolder: string; streetsFolder: string } {
  const folders = readSettings(FOLDER_SETTINGS, environment, []);
  return {
    snapshotFolder: resolveSetting(folders.SNAPSHOT_DIR),
    streetsFolder: resolveSetting(folders.STREETS_DIR),
  };
}
