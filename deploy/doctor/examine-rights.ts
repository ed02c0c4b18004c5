import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readPlaces } from '../../functions/node/settings.ts';
import { resolveSetting } from '../../src/lib/config/folders.ts';
import { findNearestExisting } from '../nearest-existing.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

const ROOT = 0;
/** Permissions of users who are neither the file's owner nor in its group. */
const OTHERS = 0o007;

const { ok, warning, failed } = findingOf('rights');

/**
 * Checks that the user may write everything that is published: a run of the publisher as another user leaves folders behind in
 * which every nightly run fails. Also who may read the settings, which hold the client secret and the session keys.
 */
export function examineRights(machine: Machine): Finding[] {
  const { snapshotFolder, streetsFolder } = readPlaces(machine.environment);
  const others = [resolveSetting('published'), streetsFolder].filter((folder) => existsSync(folder));
  const findings = [
    ...[...new Set([snapshotFolder, ...others])].flatMap((root) => examineFolder(root, machine)),
    ...examineFile(machine.settingsFile),
  ];
  if (machine.userId === ROOT)
    findings.push(
      warning(
        "this is root, who may read and write everything: run the doctor as the service's user, runuser -u droppoint -- …",
      ),
    );
  return findings.length > 0 ? findings : [ok(`user id ${machine.userId ?? 'unknown'}`)];
}

function examineFolder(root: string, { userId }: Machine): Finding[] {
  const owner = (path: string) => statSync(path).uid;
  // Root may write everywhere, but the service's user, whose the folder is, may not write what root made.
  const isWrong =
    userId === ROOT ? (path: string) => owner(path) !== owner(root) : (path: string) => !canWrite(path);
  const wrong = existsSync(root)
    ? listFolders(root).find(isWrong)
    : [findNearestExisting(root)].find((path) => !canWrite(path));
  if (wrong === undefined) return [];
  const user = userId === ROOT ? `user id ${owner(root)}, whose ${root} is,` : `this user (id ${userId})`;
  return [
    failed(
      `${user} can't write to ${wrong}, which belongs to user id ${owner(wrong)}. As root: chown -R droppoint: ${root}, with the service's user.`,
    ),
  ];
}

/** @returns the folder and the folders in it; those that this user can't read are listed without their contents */
function listFolders(root: string): string[] {
  const below = canRead(root) ? readdirSync(root, { withFileTypes: true }) : [];
  return [
    root,
    ...below.filter((entry) => entry.isDirectory()).flatMap(({ name }) => listFolders(join(root, name))),
  ];
}

const canRead = (path: string) => isAllowed(path, constants.R_OK | constants.X_OK);
const canWrite = (path: string) => isAllowed(path, constants.W_OK | constants.X_OK);

function isAllowed(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function examineFile(path: string): Finding[] {
  const mode = existsSync(path) ? statSync(path).mode & 0o777 : 0;
  if ((mode & OTHERS) === 0) return [];
  const message = `${path} has secrets, and every user of this machine may read it (mode ${mode.toString(8)}): chmod 600 ${path}`;
  return [warning(message)];
}
