import { defineConfig } from '@playwright/test';
import type { RuntimeOptions } from './tests/browser/droppoint.ts';

/** Real browsers against the built app, served by each runtime the function has an entry for. */
export default defineConfig<object, RuntimeOptions>({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  // Faults are switched on for a whole sandbox, so tests that share one run one after the other.
  fullyParallel: false,
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // On a busy machine a browser may miss its moment once; the report names who needed a second one.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: '.cache/tests/browser.json' }]],
  use: {
    // No traces but by --trace on: recording takes a third of the time, works on the page's main thread and keeps nodes taken out of it.
    // What it answers, no test sees or changes; offline.spec.ts lets it.
    serviceWorkers: 'block',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        // As on desktops: a shop's frame has a process of its own, and what the two say to each other takes its time.
        '--site-per-process',
        // No process ahead of its need: a twelfth of all the processor's time.
        '--renderer-process-limit=1',
        // No page lives long enough for its scripts to be worth compiling well: an eighth of all the processor's time.
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
    { name: 'node', use: { runtime: 'node' } },
    {
      name: 'workerd',
      // What asks the function for more than files; screens are the same on each runtime.
      testMatch:
        /\/(borders|broker|canary|delivery|edge-visit|faults|function|hostile|pages|policy|shop-api|streets|unchecked-order|widget-security)\.spec\.ts/,
      use: { runtime: 'workerd' },
    },
    // Debian's Firefox and WebKit, where there are any (scripts/find-programs.mjs): the main walks.
    {
      name: 'firefox',
      testMatch: 'walk.spec.ts',
      use: {
        runtime: 'node',
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: {
          executablePath: process.env['FIREFOX_PATH'] ?? 'firefox',
          // Its driver's presses don't reach a frame that runs in a process of its own, as a frame of another site does.
          firefoxUserPrefs: { 'fission.webContentIsolationStrategy': 0 },
        },
      },
    },
    { name: 'webkit', testDir: 'tests/webkit', use: { runtime: 'node' } },
    // `npm run screens`: not a test, but pictures to look at.
    { name: 'screens', testDir: 'tests/screens', use: { runtime: 'node' } },
  ],
});
