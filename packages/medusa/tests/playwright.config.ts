import base from '../../../tests/playwright.config.ts';
import { SHOP_TEST_MS } from '../../../tests/timeouts.ts';

// Use ports above those of the project's own browser tests, which run at the same time.
const port = Number((process.env['TEST_FIRST_PORT'] ??= '3500'));
// The sandbox reads these from the environment: parcels move only when a test says so, and events are
// pushed to Medusa.
process.env['SANDBOX_DAY_SECONDS'] = '0';
process.env['SANDBOX_WEBHOOK_URL'] = `http://127.0.0.1:${port + 8}/droppoint/events`;
process.env['SANDBOX_WEBHOOK_SECRET'] = 'signed-by-the-carrier';

/** Tests Medusa, the sandbox and the function through their APIs and in a browser. */
export default {
  ...base,
  testDir: '.',
  outputDir: '../../../test-results/medusa',
  workers: 1,
  timeout: SHOP_TEST_MS,
  reporter: [['list'], ['json', { outputFile: '../../../.cache/tests/medusa.json' }]],
  projects: [{ name: 'medusa' }],
};
