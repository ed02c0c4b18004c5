/** `npm start`: the production build on the embedded sandbox. `npm run dev`: the same with hot reload. */
import { existsSync } from 'node:fs';
import { readSandboxEnvironment } from './environment.mjs';
import { buildPages, installPackages } from './packages.mjs';
import { startProcess, waitForAnswer } from './processes.mjs';
import { publishSandbox, takeStreetsOver } from './publish-sandbox.mjs';
import { say } from './system.mjs';

/** One line a request: too much for a terminal. */
const REQUEST_LOG = '.cache/log/requests.ndjson';

const development = process.argv.includes('--dev');

installPackages();
const environment = readSandboxEnvironment();
const port = environment.PORT ?? '3000';
const origin = environment.APP_ORIGIN;
// With hot reload Vite holds the app's port, and the function stands beside it.
const functionPort = development ? String(Number(port) + 10) : port;
const functionOrigin = `http://localhost:${functionPort}`;

if (environment.SANDBOX_PORT) {
  say('starting the sandbox platform …');
  startProcess('sandbox', ['--import', 'tsx', 'sandbox/main.ts'], environment);
}
if (!development) buildPages(environment);
if (environment.SANDBOX_PORT) await waitForAnswer('sandbox', environment.PLATFORM_BASE_URL);

const hasStreets = takeStreetsOver(environment);
const watch = development ? ['node_modules/tsx/dist/cli.mjs', 'watch'] : ['--import', 'tsx'];
const functionEnvironment = { ...environment, PORT: functionPort };
startProcess('function', [...watch, 'functions/node.ts'], functionEnvironment, REQUEST_LOG);
await waitForAnswer('function', `${functionOrigin}/api/health`);

if (development) {
  startProcess('development server', ['node_modules/vite/bin/vite.js', 'dev'], {
    ...environment,
    FUNCTION_ORIGIN: functionOrigin,
  });
  await waitForAnswer('development server', `http://localhost:${port}`);
}

if (environment.SHOP_PORT) {
  startProcess('example shop', ['examples/shop/server.mjs'], { ...environment, DROPPOINT_ORIGIN: origin });
  await waitForAnswer('example shop', environment.SHOP_ORIGIN);
}

say(`ready
  Find a point     ${origin}/
${hasStreets ? `  … on streets     ${origin}/?latitude=42.5075&longitude=1.5218&zoom=16\n` : ''}  Broker account   ${origin}/account   (sandbox login: broker@example.com, password: sandbox)
${environment.SHOP_PORT ? `  Example shop     ${environment.SHOP_ORIGIN}/\n` : ''}  Platform         ${environment.PLATFORM_BASE_URL}
  Requests         ${REQUEST_LOG}
  Stop with Ctrl+C.`);

const published = environment.SNAPSHOT_DIR ?? 'published/network';
if (environment.SANDBOX_PORT) publishSandbox(environment, published);
else if (existsSync(`${published}/manifest.json`))
  say(`the picker shows the network published in ${published}`);
