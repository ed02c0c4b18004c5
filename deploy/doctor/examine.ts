import { join } from 'node:path';
import { connectRedis } from '../../functions/node/shared/redis-link.ts';
import { readNodeSettings } from '../../functions/node/settings.ts';
import { BASE_FOLDER } from '#config/folders.ts';
import { PAGES, readReleaseNote, RELEASE_FOLDER, readEnvironmentFile } from '../program/release-folder.ts';
import { examineBuild } from './examine-build.ts';
import { examineDisk } from './examine-disk.ts';
import { examinePlatform } from './examine-platform.ts';
import { examineNetwork } from './examine-network.ts';
import { examineRights } from './examine-rights.ts';
import { examineSettings } from './examine-settings.ts';
import { examineStreets } from './examine-streets.ts';
import { findingOf, type Finding, type Machine } from './finding.ts';

/**
 * Examines this machine and writes a line for each finding.
 * @returns the parts that failed
 */
export async function examineHere(print: (line: string) => void): Promise<Finding['part'][]> {
  const note = readReleaseNote(RELEASE_FOLDER);
  const settingsFile = join(BASE_FOLDER, '.env');
  const file = readEnvironmentFile(settingsFile);
  const findings = await examine({
    environment: process.env,
    fileKeys: Object.keys(file).length === 0 ? null : Object.keys(file),
    settingsFile,
    userId: process.getuid?.() ?? null,
    buildFolder: note === null ? join(BASE_FOLDER, 'build') : join(RELEASE_FOLDER, PAGES),
    release: note === null ? null : { folder: RELEASE_FOLDER, note },
    fetch,
    now: Date.now,
  });
  for (const { part, state, message } of findings) print(`${state.padEnd(7)}  ${part}: ${message}`);
  const failed = findings.filter(({ state }) => state === 'failed').map(({ part }) => part);
  return [...new Set(failed)];
}

/**
 * Checks what a node needs before it takes traffic. Its only side effects are a token request, and a key in Redis that expires
 * immediately.
 */
export async function examine(machine: Machine): Promise<Finding[]> {
  const findings = [...examineSettings(machine), ...examineBuild(machine)];
  // The other checks need valid settings.
  if (findings.some(({ part, state }) => part === 'settings' && state === 'failed')) return findings;
  return [
    ...findings.filter(({ part }) => part === 'settings'),
    ...examineRights(machine),
    ...findings.filter(({ part }) => part === 'build'),
    ...(await examinePlatform(machine)),
    await examineNetwork(machine),
    await examineStreets(machine),
    ...(await examineRedis(machine)),
    examineDisk(machine),
  ];
}

/** Checks that the nodes' shared store is writable. The store is optional, and a node works without it if it fails. */
async function examineRedis({ environment }: Machine): Promise<Finding[]> {
  const { redisUrl } = readNodeSettings(environment);
  if (redisUrl === null) return [];
  // Show only the host, not the password.
  const { host } = new URL(redisUrl);
  let reason: string | null = null;
  const link = await connectRedis(redisUrl, (_state, problem) => (reason = problem));
  link.close();
  if (reason === null) return [findingOf('redis').ok(host)];
  const message = `can't use ${host} (${String(reason)}): each node counts requests separately, and knows only its own logouts and returns.`;
  return [findingOf('redis').warning(message)];
}
