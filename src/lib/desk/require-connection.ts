import { AppError } from '#platform/errors.ts';
import { askServer } from '../ui/server-answers.ts';

const WITHIN_MS = 5_000;

/**
 * Called before a call that must not be repeated: without a connection its outcome would be unknown, though nothing was asked. Browsers that
 * say they are offline may be wrong about it (a tunnel, a server on the same computer), so the server is asked then.
 * @throws AppError `network`
 */
export async function requireConnection(): Promise<void> {
  if (navigator.onLine) return;
  await askServer(AbortSignal.timeout(WITHIN_MS)).catch((cause: unknown) => {
    throw new AppError('network', 'The browser is offline.', { cause });
  });
}
