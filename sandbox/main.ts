#!/usr/bin/env -S node --max-semi-space-size=4
import { parseSandboxSettings, SandboxStartError } from './settings.ts';
import { startHosts } from './start.ts';

/**
 * Command line: `tsx sandbox/main.ts`; settings come from the environment (sandbox/README.md).
 *
 * The first line limits V8's space for new objects, in MB. It fills fast, and long-lived objects would wait there in twice the
 * memory.
 */
async function main(): Promise<void> {
  const sandbox = await startHosts(parseSandboxSettings(process.env));
  const { base, auth, account } = sandbox.addresses;
  for (const warning of sandbox.warnings) console.warn(warning);
  console.log(`Sandbox — a stand-in for the platform, ${sandbox.points.toLocaleString('en')} points
  API host    ${base}
  token host  ${auth}
  login host  ${account}
  Log in as broker@example.com with the password sandbox.
  Faults: curl -X PUT ${base}/__sandbox/faults -d '[{"kind":"latency","milliseconds":800}]'
          curl -X DELETE ${base}/__sandbox/faults   (all of them: sandbox/README.md)`);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof SandboxStartError ? error.message : error);
  process.exitCode = 1;
});
