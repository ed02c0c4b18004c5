import { AppError } from '#platform/errors.ts';
import { pingServer } from '../ui/server-answers.ts';

const TIMEOUT_MS = 5_000;

/**
 * Called before a call that must not be repeated: without a connection its outcome would be `unknown`
 * although no request was sent. A browser that reports being offline may be wrong (a tunnel, a server on
 * the same computer), so this then asks the server.
 * @throws AppError `network`
 */
export async function requireConnection(): Promise<void> {
  if (navigator.onLine) return;
  await pingServer(AbortSignal.timeout(TIMEOUT_MS)).catch((cause: unknown) => {
    throw new AppError('network', 'The browser is offline.', { cause });
  });
}
