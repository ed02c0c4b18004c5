/** Finds the programs that tests need besides npm's packages, and installs missing ones with apt if possible. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { giveUp, installWithApt, log, which } from './system.mjs';

const findExisting = (paths) => paths.find((path) => path && existsSync(path));

/**
 * Finds a Chromium: CHROMIUM_PATH, the preferred one, Playwright's, or one of the system's. If there is none, installs one with
 * Playwright or apt.
 * @param {'chromium' | 'chromium-headless-shell'} preferred name of Debian's package and command. The headless shell draws no
 *   windows, so tests take half the CPU time; measurements and pictures use the browser that people have.
 * @returns {string} path of the executable
 */
export function findChromium(preferred = 'chromium') {
  const findPath = () => {
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    const others = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
    const ours = [process.env.CHROMIUM_PATH, which(preferred), chromium.executablePath()];
    return findExisting([...ours, ...others.map(which)]);
  };
  const found = findPath();
  if (found) return found;
  log('no browser found; installing one with Playwright …');
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  const installed = findPath();
  if (installed) return installed;
  if (!installWithApt(preferred)) installWithApt('chromium');
  return (
    findPath() ??
    giveUp(
      'no Chromium. Install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to its executable.',
    )
  );
}

/**
 * Finds an optional program, and prints its path, or what isn't tested without it.
 * @param {() => string | undefined} findPath
 * @param {string} without message if it is missing: what isn't tested
 * @param {string} packages Debian packages, separated by spaces
 */
function find(name, findPath, without, packages, install = installWithApt) {
  const path = findPath() ?? (install(...packages.split(' ')) ? findPath() : undefined);
  log(path ? `${name}: ${path}` : `no ${name}: ${without} (Debian: sudo apt-get install ${packages}).`);
  return path;
}

/** Finds PHP, for the guide's sample in PHP. */
export function findPhp() {
  find('PHP', () => which('php'), 'its sample is not run', 'php-cli');
}

/**
 * Finds Firefox and WebKit, for the main browser tests.
 * @returns {Record<string, string>} FIREFOX_PATH and WEBKIT_PATH, if found
 */
export function findMoreBrowsers() {
  const lookForFirefox = () =>
    findExisting([process.env.FIREFOX_PATH, which('firefox-esr'), which('firefox')]);
  const found = {
    FIREFOX_PATH: find('Firefox', lookForFirefox, 'its walks are skipped', 'firefox-esr'),
    WEBKIT_PATH: find('WebKit', lookForWebKit, 'its walks are skipped', 'webkit2gtk-driver xvfb'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, path]) => path));
}

/** Finds WebKitGTK's MiniBrowser. Tests also need WebKitWebDriver and a virtual screen for it. */
function lookForWebKit() {
  if (!which('WebKitWebDriver') || !which('Xvfb')) return undefined;
  const { stdout } = spawnSync('dpkg', ['-L', 'libwebkit2gtk-4.1-0'], { encoding: 'utf8' });
  const listed = stdout?.split('\n').find((path) => path.endsWith('/MiniBrowser'));
  return findExisting([process.env.WEBKIT_PATH, listed]);
}

const POSTGRES = '/usr/lib/postgresql';

/**
 * Finds PostgreSQL, for the tests of the plugin for Medusa. Debian has a folder of programs for each version, which isn't in PATH.
 * @returns {string | undefined} the folder of the newest
 */
export function findPostgres() {
  const look = () => {
    const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
    const folders = versions.sort((one, other) => other - one).map((version) => `${POSTGRES}/${version}/bin`);
    return folders.find((folder) => existsSync(`${folder}/initdb`));
  };
  return find('PostgreSQL', look, 'the plugin for Medusa is not tested', 'postgresql');
}

const BROTLI = '/etc/nginx/modules-enabled/50-mod-http-brotli-static.conf';

/** Finds the servers of an operator's machine that tests use. */
export function findServers() {
  const lookForNginx = () => (existsSync(BROTLI) ? which('nginx') : undefined);
  const nginxPackages = 'nginx-light libnginx-mod-http-brotli-static';
  find('nginx with brotli', lookForNginx, 'deploy/nginx.conf is not tested', nginxPackages);
  find('Redis', () => which('redis-server'), 'sharing between nodes is not tested', 'redis-server');
  find('promtool', () => which('promtool'), 'docs/alerts.yml is not tested', 'prometheus');
  const lookForPodman = () => which('runc') && which('podman');
  const dontInstall = () => false;
  find('podman with runc', lookForPodman, 'the container is not tested', 'podman runc', dontInstall);
  find('systemd', () => which('systemd-analyze'), 'the units in deploy are not checked', 'systemd');
}
