/** `npm run doctor`, `streets`, `simulate`, `snapshot` and `contract`: one of our programs with what the command line says beside it, and its exit code. */
import { readEnvironment, readSandboxEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';
import { startProcess, stopAll, waitForAnswer } from './processes.mjs';
import { runNode } from './system.mjs';

const PROGRAMS = {
  /** Examines settings, token, clock, build, network, streets and disk of this machine. A release has its own. */
  doctor: { file: 'release/doctor/main.ts', read: readEnvironment },
  /** `-- FILE.pmtiles`: takes an archive of streets over into `published/streets`. */
  streets: { file: 'streets/main.ts', read: readEnvironment },
  /**
   * What a million shoppers an hour and ten million points need, from what `npm run bench` and `npm run soak` measured here; what is missing
   * is measured first. `-- --shoppersAnHour 50000 --points 153600 …`.
   */
  simulate: { file: 'tests/simulate/main.ts', read: () => process.env },
  /** Compiles the platform's list of points into static files; `-- --list` and `-- --rollback` look at what is published, without the platform. */
  snapshot: { file: 'publisher/main.ts', read: readSandboxEnvironment, asksPlatform: true },
  /** Compares what the platform answers with what is known of it. */
  contract: { file: 'publisher/contract/main.ts', read: readSandboxEnvironment, asksPlatform: true },
};

const [name, ...parameters] = process.argv.slice(2);
const { file, read, asksPlatform = false } = PROGRAMS[name];
installPackages();
const environment = read();
const looksOnly = parameters.includes('--list') || parameters.includes('--rollback');
// On the embedded sandbox where SANDBOX_PORT is set.
if (asksPlatform && !looksOnly && environment.SANDBOX_PORT) {
  const { PLATFORM_BASE_URL: platform } = environment;
  if ((await fetch(platform).catch(() => null)) === null) {
    startProcess('sandbox', ['--import', 'tsx', 'sandbox/main.ts'], environment, '.cache/log/sandbox.log');
    await waitForAnswer('sandbox', platform);
  }
}
const status = runNode(['--import', 'tsx', file, ...parameters], environment);
stopAll();
process.exit(status);
