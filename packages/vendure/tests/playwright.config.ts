import base from '../../../tests/playwright.config.ts';

// Above those of the project's own browser tests, beside which these run.
process.env['TEST_FIRST_PORT'] = '3400';
// The sandbox takes them from the environment: nothing happens to parcels but what tests say, and it is pushed to Vendure.
process.env['SANDBOX_DAY_SECONDS'] = '0';
process.env['SANDBOX_WEBHOOK_URL'] = 'http://127.0.0.1:3408/droppoint/events';
process.env['SANDBOX_WEBHOOK_SECRET'] = 'signed-by-the-carrier';

/** Vendure, the sandbox and the function, driven through their APIs and in a browser. */
export default {
  ...base,
  testDir: '.',
  outputDir: '../../../test-results/vendure',
  workers: 1,
  reporter: [['list'], ['json', { outputFile: '../../../.cache/tests/vendure.json' }]],
  projects: [{ name: 'vendure' }],
};
