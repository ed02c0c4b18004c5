import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { RuntimeOptions } from './browser/droppoint.ts';
import { EXPECTATION_MS, TEST_MS } from './timeouts.ts';

/** Streets are published for these, and some have points of their own. */
const STREETS = /(street-addresses|street-walk|streets-on-map|without-streets)\.spec\.ts$/;

/** Cases and examples that are built with six frameworks first: `npm run test:all`. */
const FRAMEWORKS = /(examples|frameworks)\.spec\.ts$/;

/** Real browsers against the built app, served by each runtime the function has an entry for. */
export default defineConfig<object, RuntimeOptions>({
  testDir: 'browser',
  outputDir: '../test-results',
  // Faults apply to a whole sandbox, so tests that share one run in sequence.
  fullyParallel: false,
  // Each worker has servers and a browser of its own, so more than one a core only makes all of them slower.
  workers: availableParallelism(),
  timeout: TEST_MS,
  expect: { timeout: EXPECTATION_MS },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['BROWSER_REPORT'] ?? '../.cache/tests/browser.json' }],
  ],
  use: {
    // Traces only with `--trace on`: recording takes a third of the time, runs on the page's main thread and retains removed
    // nodes. Requests that a service worker answers can't be observed or changed by tests; offline.spec.ts allows it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // As on desktops: a shop's frame runs in a process of its own, so messages between the two are asynchronous.
        '--site-per-process',
        // No spare renderer processes: saves a twelfth of all CPU time.
        '--renderer-process-limit=1',
        // No page lives long enough for optimising compilation to pay off: saves an eighth of all CPU time.
        '--js-flags=--no-opt,--no-maglev',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'workerd',
      // What a browser makes of the pages at the edge. What the function answers there: tests/functions/running.
      grep: /@workerd| edge-visit\.spec\.ts/,
      use: { runtime: 'workerd' },
    },
    // Debian's Firefox and WebKit, if installed (scripts/find-programs.mjs): the main flows.
    {
      name: 'firefox',
      grep: /@firefox| (walk|shop-walk|street-walk|order-page|desk-walk)\.spec\.ts/,
      use: {
        runtime: 'node',
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: process.env['FIREFOX_PATH'] ?? 'firefox',
          firefoxUserPrefs: {
            // Clicks sent by its driver don't reach a frame in a process of its own, as a frame of another site has.
            'fission.webContentIsolationStrategy': 0,
            // As on phones, and as in headless Chromium: scrollbars take no room, and nobody answers a request for the position.
            'ui.useOverlayScrollbars': 1,
            'permissions.default.geo': 2,
          },
        },
      },
    },
    { name: 'webkit', testDir: 'webkit', use: { runtime: 'node' } },
    { name: 'streets', testMatch: STREETS, use: { runtime: 'node' } },
    { name: 'node', testIgnore: ['edge-visit.spec.ts', STREETS, FRAMEWORKS], use: { runtime: 'node' } },
    { name: 'frameworks', testMatch: FRAMEWORKS, use: { runtime: 'node' } },
    // `npm run screens`: not tests, but screenshots to look at.
    { name: 'screens', testDir: 'screens', use: { runtime: 'node' } },
  ],
});
