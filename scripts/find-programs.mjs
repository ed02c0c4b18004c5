/** Finds the programs that tests need besides npm's packages, and installs missing ones with apt if possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { giveUp, installWithApt, say, which } from './system.mjs';

const firstThere = (paths) => paths.find((path) => path && existsSync(path));

/**
 * Finds a Chromium: CHROMIUM_PATH, the one wanted, Playwright's, one of the system's; if there is none, installs one with
 * Playwright or apt.
 * @param {'chromium' | 'chromium-headless-shell'} wanted name of Debian's package and command. The headless shell draws no
 *   windows, so tests take half the CPU time; measurements and pictures use the browser that people have.
 * @returns {string} path of the executable
 */
export function findChromium(wanted = 'chromium') {
  const look = () => {
    const { chromium } = createRequire(import.meta.url)('@playwright/test');
    const others = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
    const ours = [process.env.CHROMIUM_PATH, which(wanted), chromium.executablePath()];
    return firstThere([...ours, ...others.map(which)]);
  };
  const found = look();
  if (found) return found;
  say('no browser found; asking Playwright for one …');
  spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
    stdio: 'ignore',
    timeout: 120_000,
  });
  const installed = look();
  if (installed) return installed;
  if (!installWithApt(wanted)) installWithApt('chromium');
  return (
    look() ??
    giveUp(
      'no Chromium. Install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to its executable.',
    )
  );
}

/**
 * Finds an optional program, and prints its path or what isn't tested without it.
 * @param {() => string | undefined} look
 * @param {string} without what isn't tested if it is absent
 * @param {string} packages Debian packages, separated by spaces
 */
function find(name, look, without, packages, install = installWithApt) {
  const path = look() ?? (install(...packages.split(' ')) ? look() : undefined);
  say(path ? `${name}: ${path}` : `no ${name}: ${without} (Debian: sudo apt-get install ${packages}).`);
  return path;
}

/** Finds PHP, for the guide's sample in PHP. */
export function findPhp() {
  find('PHP', () => which('php'), 'its sample is read, but not run', 'php-cli');
}

/**
 * Finds Firefox and WebKit, for the main browser tests.
 * @returns {Record<string, string>} FIREFOX_PATH and WEBKIT_PATH, of those that are found
 */
export function findMoreBrowsers() {
  const lookForFirefox = () => firstThere([process.env.FIREFOX_PATH, which('firefox-esr'), which('firefox')]);
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
  return firstThere([process.env.WEBKIT_PATH, listed]);
}

const BROTLI = '/etc/nginx/modules-enabled/50-mod-http-brotli-static.conf';

/** Finds the servers of an operator's machine that tests use. */
export function findServers() {
  const lookForNginx = () => (existsSync(BROTLI) ? which('nginx') : undefined);
  const nginxPackages = 'nginx-light libnginx-mod-http-brotli-static';
  find('nginx with brotli', lookForNginx, 'deploy/nginx.conf is not tried', nginxPackages);
  find('Redis', () => which('redis-server'), 'what several nodes share is not tried', 'redis-server');
  find('promtool', () => which('promtool'), 'docs/alerts.yml is not tried', 'prometheus');
  const lookForPodman = () => which('runc') && which('podman');
  const leave = () => false;
  find('podman with runc', lookForPodman, "the container isn't built and run", 'podman runc', leave);
  find('systemd', () => which('systemd-analyze'), 'the units in deploy are not checked', 'systemd');
}
