import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readNodeSettings } from '../../functions/node/settings.ts';
import { resolveSetting } from '#config/folders.ts';
import { findNearestExisting } from '../nearest-existing.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

const ROOT = 0;
/** Permissions of users who are neither the file's owner nor in its group. */
const OTHERS = 0o007;

const { ok, warning, failed } = findingOf('rights');

/**
 * Checks that the user may write to all published folders: a run of the publisher as another user leaves folders behind in which
 * every nightly run fails. Also checks who may read the settings, which contain the client secret and the session keys.
 */
export function examineRights(machine: Machine): Finding[] {
  const { snapshotFolder, streetsFolder } = readNodeSettings(machine.environment);
  const others = [resolveSetting('published'), streetsFolder].filter((folder) => existsSync(folder));
  const findings = [
    ...[...new Set([snapshotFolder, ...others])].flatMap((root) => examineFolder(root, machine)),
    ...examineFile(machine.settingsFile),
  ];
  if (machine.userId === ROOT)
    findings.push(
      warning(
        "you are root, who may read and write everything: run the doctor as the service's user, runuser -u droppoint -- …",
      ),
    );
  return findings.length > 0 ? findings : [ok(`user id ${machine.userId ?? 'unknown'}`)];
}

function examineFolder(root: string, { userId }: Machine): Finding[] {
  const owner = (path: string) => statSync(path).uid;
  // Root may write everywhere, but the service's user, who owns the folder, may not change what root created.
  const isWrong =
    userId === ROOT ? (path: string) => owner(path) !== owner(root) : (path: string) => !canWrite(path);
  const wrong = existsSync(root)
    ? listFolders(root).find(isWrong)
    : [findNearestExisting(root)].find((path) => !canWrite(path));
  if (wrong === undefined) return [];
  const user = userId === ROOT ? `user id ${owner(root)}, the owner of ${root},` : `this user (id ${userId})`;
  return [
    failed(
      `${user} can't write to ${wrong}, which belongs to user id ${owner(wrong)}. As root, run "chown -R droppoint: ${root}", with the service's user.`,
    ),
  ];
}

/** @returns the folder and all folders in it; lists folders that this user can't read, but not their contents */
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
  const message = `${path} contains secrets, and every user of this machine may read it (mode ${mode.toString(8)}): chmod 600 ${path}`;
  return [warning(message)];
}
