import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { startProcess } from './processes.mjs';
import { runNode, say } from './system.mjs';

const LOG = '.cache/log/snapshot.log';

/**
 * Publishes the sandbox's network beside everything else where nothing is published, so that the first pins come at once and a shop can have
 * its points checked. What was published here for a sandbox of other settings is taken away first; what somebody else has published stays.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} folder where the network is published
 */
export function publishSandbox(environment, folder) {
  const { SANDBOX_POINTS, SANDBOX_SEED, SANDBOX_DATA, SANDBOX_STREETS } = environment;
  const settings = JSON.stringify({ SANDBOX_POINTS, SANDBOX_SEED, SANDBOX_DATA, SANDBOX_STREETS });
  const note = `${folder}.sandbox.json`;
  const ours = existsSync(note);
  if (ours && readFileSync(note, 'utf8') !== settings) rmSync(folder, { recursive: true, force: true });
  if (existsSync(`${folder}/manifest.json`)) {
    say(`the picker shows the network published in ${folder}; without that folder it reads the list itself`);
    return;
  }
  say('publishing the network of the sandbox beside it; until then the picker reads the list itself …');
  startProcess('snapshot', ['--import', 'tsx', 'publisher/main.ts'], environment, LOG, (code) => {
    if (code !== 0) return say(`the network could not be published, see ${LOG}; all else goes on.`);
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, settings);
    say('the network is published: pins come at once from now on, and the shop’s server can check points.');
  });
}

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
  const parameters = ['--import', 'tsx', 'streets/main.ts', SANDBOX_STREETS];
  const isTaken = runNode(parameters, environment, ['ignore', 'ignore', 'inherit']) === 0;
  if (!isTaken) say('the streets could not be taken over, see above; all else goes on.');
  return isTaken;
}
