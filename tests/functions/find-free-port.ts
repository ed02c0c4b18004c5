import { listen } from '../processes.ts';

/** Finds a port on which nothing listens. */
export async function findFreePort(): Promise<number> {
  const probe = await listen(() => undefined);
  await probe.close();
  return Number(new URL(probe.origin).port);
}
