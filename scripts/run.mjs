/** `npm run doctor`, `streets`, `snapshot` and `contract`: runs one of the programs with the command's arguments. */
import { readEnvironment, readSandboxEnvironment } from './environment.mjs';
import { installMissing } from './packages.mjs';
import { startSandboxProcess, stopAll, waitForAnswer } from './processes.mjs';
import { runNode } from './system.mjs';

const PROGRAMS = {
  /** Checks settings, token, clock, build, network, streets and disk of this machine. A release has its own doctor. */
  doctor: { file: 'deploy/doctor/main.ts', read: readEnvironment },
  /** `-- FILE.pmtiles`: imports an archive of streets into STREETS_DIR. */
  streets: { file: 'publisher/streets/main.ts', read: readEnvironment },
  /** Publishes the platform's list of points as static files. `-- --list` and `-- --rollback` don't need the platform. */
  snapshot: { file: 'publisher/main.ts', read: readSandboxEnvironment, needsPlatform: true },
  /** Compares the platform's responses with the known ones. */
  contract: { file: 'publisher/contract/main.ts', read: readSandboxEnvironment, needsPlatform: true },
};

const [name, ...parameters] = process.argv.slice(2);
const { file, read, needsPlatform = false } = PROGRAMS[name];
// Don't generate sources, which these programs don't need.
installMissing('running');
const environment = read();
const isLocal = parameters.includes('--list') || parameters.includes('--rollback');
// SANDBOX_PORT selects the embedded sandbox. Start it unless it is running.
if (needsPlatform && !isLocal && environment.SANDBOX_PORT) {
  const { PLATFORM_BASE_URL: platform } = environment;
  if ((await fetch(platform).catch(() => null)) === null) {
    startSandboxProcess(environment, '.cache/log/sandbox.log');
    await waitForAnswer('sandbox', platform);
  }
}
const status = runNode(['--import', 'tsx', file, ...parameters], environment);
stopAll();
process.exit(status);
