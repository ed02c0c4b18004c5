/**
 * Test files that make releases and packages, start compilers, fill memory or disks until something has to give, or need workerd,
 * nginx, Redis, promtool, PHP or an object store: `npm run test:all` runs them, `npm test` and `npm run check` don't. The patterns have no braces, because git doesn't expand them.
 */
export const SLOW_TESTS = [
  'tests/package/**/*.test.ts',
  'tests/release/**/*.test.ts',
  'tests/functions/exhaustion/**/*.test.ts',
  'tests/publisher/hostile-answers.test.ts',
  'tests/publisher/push.test.ts',
  'tests/publisher/walk-disk.test.ts',
  'tests/security/fuzz/streets.test.ts',
  'tests/streets/push.test.ts',
  'tests/functions/node/alerts.test.ts',
  'tests/functions/embedding-snippets.test.ts',
  'tests/functions/node/shared.test.ts',
  'tests/functions/returns/shared-returns.test.ts',
  'tests/functions/running/workerd.test.ts',
  'tests/unit/i18n/partial-language.test.ts',
  'tests/unit/map/make-tiles.test.ts',
];
