import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Usage, UsageQuestion } from '../../tests/functions/report-usage.ts';

export const PORT = 42_095;
export const ORIGIN = `http://localhost:${PORT}`;
export const ADDRESS = `http://127.0.0.1:${PORT}`;

/**
 * Starts the function in a process of its own.
 * @param platform origin of the platform that it uses
 * @param environment additional settings
 * @param nodeOptions additional options of Node
 */
export async function startFunction(
  platform: string,
  environment: Readonly<Record<string, string>> = {},
  nodeOptions: readonly string[] = [],
): Promise<ChildProcess> {
  const child = fork(new URL('../../tests/functions/serve-with-usage.ts', import.meta.url), {
    execArgv: ['--expose-gc', '--import', 'tsx', ...nodeOptions],
    env: {
      ...process.env,
      PORT: String(PORT),
      APP_ORIGIN: ORIGIN,
      PLATFORM_BASE_URL: platform,
      PLATFORM_AUTH_URL: platform,
      PLATFORM_ACCOUNT_URL: platform,
      PLATFORM_CLIENT_ID: 'soak',
      PLATFORM_CLIENT_SECRET: 'soak-secret',
      SESSION_KEYS: `soak:${randomBytes(32).toString('base64url')}`,
      // All requests come from the same client, and the limit would refuse them.
      RATE_LIMITS: 'off',
      ...environment,
    },
  });
  await once(child, 'message');
  return child;
}

export async function stopFunction(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

export async function readUsage(child: ChildProcess, question: UsageQuestion): Promise<Usage> {
  child.send(question);
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage;
}
