import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { giveUp, say, installWithApt, which } from './system.mjs';

/**
 * Finds a Chromium: CHROMIUM_PATH, the one wanted, Playwright's own, one of the system's; else installs one, by Playwright or by apt.
 * @param {'chromium' | 'chromium-headless-shell'} wanted name of Debian's package and command. The shell has no windows to make ready
 *   beside each page, so that tests take half of the CPU time; what is measured and looked at is the browser that people have.
 * @returns {string} path of the executable
 */
export function findChromium(wanted = 'chromium') {
  const found = look(wanted);
  if (found) return found;
  say('no browser found; asking Playwright for one …');
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  const installed = look(wanted);
  if (installed) return installed;
  if (!installWithApt(wanted)) installWithApt('chromium');
  return (
    look(wanted) ??
    giveUp(
      'no Chromium. Install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to its executable.',
    )
  );
}

function look(wanted) {
  const { chromium } = createRequire(import.meta.url)('@playwright/test');
  const candidates = [
    process.env.CHROMIUM_PATH,
    which(wanted),
    chromium.executablePath(),
    ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'].map(which),
  ];
  return candidates.find((path) => path && existsSync(path));
}
