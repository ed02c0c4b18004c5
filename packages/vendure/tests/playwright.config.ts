import base from '../../../tests/playwright.config.ts';

/** Vendure, the sandbox and the function, driven through their APIs and in a browser. */
export default {
  ...base,
  testDir: '.',
  outputDir: '../../../test-results/vendure',
  workers: 1,
  reporter: [['list']],
  projects: [{ name: 'vendure' }],
};
