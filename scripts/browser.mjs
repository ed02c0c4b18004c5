import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { giveUp, say } from './say.mjs';
import { installWithApt, which } from './system.mjs';

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, Playwright's own, one of the system's;
 * else installs one, by Playwright or by apt.
 * @returns {string} path of the executable
 */
export function findChromium() {
  const found = look();
  if (found) return found;
  say('no browser found; asking Playwright for one …');
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  const installed = look();
  if (installed) return installed;
  installWithApt('chromium');
  return (
    look() ??
    giveUp(
      'no Chromium. Install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to its executable.',
    )
  );
}

function look() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  const candidates = [
    process.env.CHROMIUM_PATH,
    chromium.executablePath(),
    ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(which),
  ];
  return candidates.find((path) => path && existsSync(path));
}
