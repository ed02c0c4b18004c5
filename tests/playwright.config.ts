import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { RuntimeOptions } from './browser/droppoint.ts';
import { EXPECTATION_MS, TEST_MS } from './timeouts.ts';

/** Tests for which streets are published; some also have their own points. */
const STREETS = /(street-addresses|street-walk|streets-on-map|without-streets)\.spec\.ts$/;

/** Tests that first build cases and examples with six frameworks: `npm run test:all`. */
const FRAMEWORKS = /(examples|frameworks)\.spec\.ts$/;

/** Tests the built app in real browsers, served by each runtime for which the function has an entry. */
export default defineConfig<object, RuntimeOptions>({
  testDir: 'browser',
  outputDir: '../test-results',
  // Run tests that share a sandbox in sequence, because faults apply to the whole sandbox.
  fullyParallel: false,
  // Each worker has its own servers and browser, so more than one per core only makes all of them slower.
  workers: availableParallelism(),
  timeout: TEST_MS,
  expect: { timeout: EXPECTATION_MS },
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env['BROWSER_REPORT'] ?? '../.cache/tests/browser.json' }],
  ],
  use: {
    // Record traces only with `--trace on`: recording takes a third of the time, runs on the page's main thread and retains
    // removed nodes. Block service workers, because tests can't observe or change their requests; offline.spec.ts allows them.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // Run a shop's frame in a separate process, as on desktops, so that messages between the two are asynchronous.
        '--site-per-process',
        // Don't start spare renderer processes, which saves a twelfth of all CPU time.
        '--renderer-process-limit=1',
        // Don't optimise scripts, which saves an eighth of all CPU time: no page lives long enough for it to pay off.
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
      // Tests the pages at the edge in a browser. tests/functions/running tests the function's answers there.
      grep: /@workerd| edge-visit\.spec\.ts/,
      use: { runtime: 'workerd' },
    },
    // Test the main flows in Debian's Firefox and WebKit, if installed (scripts/find-programs.mjs).
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
            // Keep frames in one process: clicks sent by the driver don't reach a frame in another process.
            'fission.webContentIsolationStrategy': 0,
            // Load a page again on Back, because its driver waits for that.
            'browser.sessionhistory.max_total_viewers': 0,
            // Behave like phones and headless Chromium: scrollbars take no room, and requests for the position are denied.
            'ui.useOverlayScrollbars': 1,
            'permissions.default.geo': 2,
          },
        },
      },
    },
    { name: 'webkit', testDir: 'webkit', use: { runtime: 'node' } },
    { name: 'streets', testMatch: STREETS, use: { runtime: 'node' } },
    { name: 'node', testIgnore: ['edge-visit.spec.ts', STREETS, FRAMEWORKS], use: { runtime: 'node' } },
    // Looks at each screen in the rarer sizes and settings.
    { name: 'looks', testMatch: 'looks.spec.ts', use: { runtime: 'node' } },
    { name: 'frameworks', testMatch: FRAMEWORKS, use: { runtime: 'node' } },
    // `npm run screens` takes screenshots to look at; these aren't tests.
    { name: 'screens', testDir: 'screens', use: { runtime: 'node' } },
  ],
});
