/** `npm run screens`: builds, walks through every screen and puts pictures of them into .cache/screens, those of the docs into docs/screens. */
import { spawnSync } from 'node:child_process';
import { findChromium } from './browser.mjs';
import { readEnvironment } from './environment.mjs';
import { installPackages } from './packages.mjs';

installPackages();
const environment = { ...readEnvironment(), CHROMIUM_PATH: findChromium() };
for (const [tool, ...parameters] of [
  ['vite', 'build', '--logLevel', 'warn'],
  ['playwright', 'test', '--project=screens', '--reporter=list'],
]) {
  const { status } = spawnSync(`node_modules/.bin/${tool}`, parameters, {
    stdio: 'inherit',
    env: environment,
  });
  if (status !== 0) process.exit(1);
}
