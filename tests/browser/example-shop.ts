import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test as base } from './droppoint.ts';

const READY_WITHIN_MS = 20_000;

/** The example shop in front of the product, on another site: 127.0.0.1 against localhost. */
export const test = base.extend<{ shop: string }>({
  shop: async ({ droppoint }, use) => {
    const port = String(Number(new URL(droppoint.origin).port) + 4);
    const child = spawn(process.execPath, ['examples/shop/server.mjs'], {
      env: { ...process.env, DROPPOINT_ORIGIN: droppoint.origin, SHOP_PORT: port },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const origin = `http://127.0.0.1:${port}`;
    await untilAnswered(origin);
    await use(origin);
    // Asked politely, it would wait for connections that the browser keeps open.
    child.kill('SIGKILL');
    await once(child, 'exit');
  },
});

async function untilAnswered(origin: string): Promise<void> {
  const deadlineMs = Date.now() + READY_WITHIN_MS;
  while (!(await fetch(origin).catch(() => null))) {
    if (Date.now() > deadlineMs) throw new Error(`no answer from ${origin}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
