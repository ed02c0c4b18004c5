/** `npm start`: runs the production build with the embedded sandbox. `npm run dev`: the same with hot reload. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSandboxEnvironment } from './environment.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { startProcess, startSandboxProcess, startShop, waitForAnswer } from './processes.mjs';
import { log, startNode } from './system.mjs';

/** Log with a line for each request: too many for a terminal. */
const REQUEST_LOG = '.cache/log/requests.ndjson';
const SNAPSHOT_LOG = '.cache/log/snapshot.log';

const NO_STREETS =
  '  … on streets     none: the map ends at zoom 14 (add some: npm run streets -- FILE.pmtiles)\n';

const development = process.argv.includes('--dev');

installPackages('running');
const environment = readSandboxEnvironment();
const port = environment.PORT ?? '3000';
const origin = environment.APP_ORIGIN;
// With hot reload Vite listens on the app's port, and the function on another.
const functionPort = development ? String(Number(port) + 10) : port;
const functionOrigin = `http://localhost:${functionPort}`;

if (environment.SANDBOX_PORT) {
  log('starting the sandbox platform …');
  startSandboxProcess(environment);
}
if (development) {
  // It takes as long as all others together, and needs none of them to start.
  startProcess('development server', ['node_modules/vite/bin/vite.js', 'dev'], {
    ...environment,
    FUNCTION_ORIGIN: functionOrigin,
  });
}
// Import the streets during the build, which leaves a core idle.
const streets = importStreets(environment);
if (!development) buildPages(environment);
if (environment.SANDBOX_PORT) await waitForAnswer('sandbox', environment.PLATFORM_BASE_URL);
const hasStreets = await streets;

const watch = development ? ['node_modules/tsx/dist/cli.mjs', 'watch'] : ['--import', 'tsx'];
const functionEnvironment = { ...environment, PORT: functionPort };
startProcess('function', [...watch, 'functions/node.ts'], functionEnvironment, REQUEST_LOG);
if (environment.SHOP_PORT)
  startShop({
    ...environment,
    DROPPOINT_ORIGIN: origin,
    SHOP_RELOADER: development ? `ws://localhost:${port}` : '',
  });
await waitForAnswer('function', `${functionOrigin}/api/health`);

if (development) await waitForAnswer('development server', `http://localhost:${port}`);

if (environment.SHOP_PORT) await waitForAnswer('example shop', environment.SHOP_ORIGIN);

log(`ready
  Find a point     ${origin}/
${hasStreets ? `  … on streets     ${origin}/?latitude=42.5075&longitude=1.5218&zoom=16\n` : NO_STREETS}  Broker account   ${origin}/account   (sandbox login: broker@example.com, password: sandbox)
${environment.SHOP_PORT ? `  Example shop     ${environment.SHOP_ORIGIN}/   (its administration: ${environment.SHOP_ORIGIN}/admin)\n` : ''}  Platform         ${environment.PLATFORM_BASE_URL}
  Requests         ${REQUEST_LOG}
  Stop with Ctrl+C.`);

const published = environment.SNAPSHOT_DIR ?? 'published/network';
if (environment.SANDBOX_PORT) publishSandbox(environment, published);
else if (existsSync(`${published}/manifest.json`))
  log(`the picker shows the network published in ${published}`);

/**
 * Publishes the sandbox's network in the background, unless a network is published, so that the first pins appear immediately and
 * shops can check points. Removes a network that was published here for other settings first; keeps any other.
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} folder folder of the published network
 */
function publishSandbox(environment, folder) {
  const { SANDBOX_POINTS, SANDBOX_SEED, SANDBOX_DATA, SANDBOX_STREETS } = environment;
  const settings = JSON.stringify({ SANDBOX_POINTS, SANDBOX_SEED, SANDBOX_DATA, SANDBOX_STREETS });
  const note = `${folder}.sandbox.json`;
  const ours = existsSync(note);
  if (ours && readFileSync(note, 'utf8') !== settings) rmSync(folder, { recursive: true, force: true });
  if (existsSync(`${folder}/manifest.json`)) {
    log(`the picker shows the network published in ${folder}; without that folder, it reads the list itself`);
    return;
  }
  log('publishing the sandbox’s network in the background; until then the picker reads the list itself …');
  startProcess('snapshot', ['--import', 'tsx', 'publisher/main.ts'], environment, SNAPSHOT_LOG, (code) => {
    if (code !== 0)
      return log(`publishing the network failed, see ${SNAPSHOT_LOG}; everything else keeps running.`);
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, settings);
    log(
      'the network is published: from now on pins appear immediately, and the shop’s server can check points.',
    );
  });
}

/**
 * Imports the sandbox's streets, unless streets are published.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<boolean>} whether the sandbox has points on streets, and streets are published
 */
async function importStreets(environment) {
  const { SANDBOX_STREETS, STREETS_DIR = 'published/streets', STREETS_URL } = environment;
  if (!SANDBOX_STREETS || STREETS_URL) return false;
  if (existsSync(`${STREETS_DIR}/manifest.json`)) return true;
  log(`importing the streets in ${SANDBOX_STREETS} …`);
  const parameters = ['--import', 'tsx', 'publisher/streets/main.ts', SANDBOX_STREETS];
  const isImported = (await startNode(parameters, environment, ['ignore', 'ignore', 'inherit'])) === 0;
  if (!isImported) log('importing the streets failed, see above; everything else keeps running.');
  return isImported;
}
