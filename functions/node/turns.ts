import { performance } from 'node:perf_hooks';
import type { Turns } from '../http/turns.ts';

/** How long questions compute before others are answered. */
const SLICE_MS = 2;
/**
 * Questions of one client that run at the same time. More would only take turns with each other and
 * with those of other clients.
 */
const UNDER_WAY = 2;

interface Client {
  underWay: number;
  waiting: (() => void)[];
}

/**
 * Shares the thread in slices of two milliseconds, one in each round of the event loop: whatever a
 * client asks for, a page requested by another client waits for only a few slices. Two questions of
 * a client run at the same time while its others wait, so that all clients have an equal share.
 * @param now in milliseconds
 * @param defer runs a function in the next round of the event loop
 */
export function createTurns(
  now: () => number = () => performance.now(),
  defer: (run: () => void) => void = setImmediate,
): Turns {
  const paused: (() => void)[] = [];
  const clients = new Map<string, Client>();
  let sliceBeganMs = now();

  function run(): void {
    sliceBeganMs = now();
    const next = paused.shift();
    if (paused.length > 0) defer(run);
    next?.();
  }

  function pause(): Promise<void> {
    if (now() - sliceBeganMs < SLICE_MS) return Promise.resolve();
    return new Promise((resolve) => {
      paused.push(resolve);
      if (paused.length === 1) defer(run);
    });
  }

  async function take<Answer>(name: string, answer: () => Promise<Answer>): Promise<Answer> {
    const client = clients.get(name) ?? { underWay: 0, waiting: [] };
    clients.set(name, client);
    if (client.underWay === UNDER_WAY) await new Promise<void>((resolve) => client.waiting.push(resolve));
    else client.underWay++;
    try {
      return await answer();
    } finally {
      const next = client.waiting.shift();
      if (next === undefined) client.underWay--;
      else next();
      if (client.underWay === 0) clients.delete(name);
    }
  }

  return { pause, take };
}
