import { join } from 'node:path';
import { BASE_FOLDER } from '../../platform-client/base-folder.ts';
import { PAGES, readReleaseNote, RELEASE_FOLDER, readEnvironmentFile } from '../release-folder.ts';
import { examine } from './examine.ts';

/**
 * Examines this machine, a line each.
 * @returns whether nothing has failed
 */
export async function examineHere(say: (line: string) => void): Promise<boolean> {
  const note = readReleaseNote(RELEASE_FOLDER);
  const file = readEnvironmentFile(join(BASE_FOLDER, '.env'));
  const findings = await examine({
    environment: process.env,
    fileKeys: Object.keys(file).length === 0 ? null : Object.keys(file),
    buildFolder: note === null ? join(BASE_FOLDER, 'build') : join(RELEASE_FOLDER, PAGES),
    release: note === null ? null : { folder: RELEASE_FOLDER, note },
    fetch,
    now: Date.now,
  });
  for (const { part, state, message } of findings) say(`${state.padEnd(7)}  ${part}: ${message}`);
  return findings.every(({ state }) => state !== 'failed');
}
