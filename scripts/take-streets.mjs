import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from './system.mjs';

/**
 * Takes the streets that come with the project over, once: where some are published, those stay.
 * @param {NodeJS.ProcessEnv} environment
 * @returns whether the sandbox's points stand on streets that are shown
 */
export function takeStreetsOver(environment) {
  const { SANDBOX_STREETS, STREETS_DIR = 'published/streets', STREETS_URL } = environment;
  if (!SANDBOX_STREETS || STREETS_URL) return false;
  if (existsSync(`${STREETS_DIR}/manifest.json`)) return true;
  say(`taking the streets in ${SANDBOX_STREETS} over …`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'streets/main.ts', SANDBOX_STREETS], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) say('the streets could not be taken over, see above; all else goes on.');
  return status === 0;
}
