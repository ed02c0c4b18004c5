import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('zod reads the settings that src/hooks.client.ts sets before it is loaded', () => {
  const program = `
    Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
    const { config } = await import('zod/mini');
    console.log(config().jitless);`;
  expect(String(execFileSync(process.execPath, ['--input-type=module', '--eval', program]))).toBe('true\n');
});
