import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installWithApt, which, say } from './system.mjs';

/**
 * Finds the browsers besides Chromium that the main walks are walked in, and installs them by apt where they are absent and that can be.
 * Without them the tests run all the same, and skip those walks.
 * @returns {Record<string, string>} FIREFOX_PATH and WEBKIT_PATH, each where there is one
 */
export function findMoreBrowsers() {
  const found = { FIREFOX_PATH: findFirefox(), WEBKIT_PATH: findWebKit() };
  if (!found.FIREFOX_PATH && installWithApt('firefox-esr')) found.FIREFOX_PATH = findFirefox();
  if (!found.WEBKIT_PATH && installWithApt('webkit2gtk-driver', 'xvfb')) found.WEBKIT_PATH = findWebKit();
  tell('Firefox', found.FIREFOX_PATH, 'firefox-esr');
  tell('WebKit', found.WEBKIT_PATH, 'webkit2gtk-driver xvfb');
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path));
}

function tell(name, path, packages) {
  say(
    path
      ? `${name}: ${path}`
      : `no ${name}: its walks are skipped. Install it (Debian: sudo apt-get install ${packages}) to have them walked.`,
  );
}

function findFirefox() {
  return [process.env.FIREFOX_PATH, which('firefox-esr'), which('firefox')].find(
    (path) => path && existsSync(path),
  );
}

/** The small browser that comes with the engine. It is of use only with the engine's driver, and with a screen to show it on. */
function findWebKit() {
  if (!which('WebKitWebDriver') || !which('Xvfb')) return undefined;
  const { stdout } = spawnSync('dpkg', ['-L', 'libwebkit2gtk-4.1-0'], { encoding: 'utf8' });
  const listed = stdout?.split('\n').find((path) => path.endsWith('/MiniBrowser'));
  return [process.env.WEBKIT_PATH, listed].find((path) => path && existsSync(path));
}
