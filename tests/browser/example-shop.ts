import { end, startProgram, waitUntilReady } from '../processes.ts';
import { test as base } from './droppoint.ts';

/** The example shop in front of the product, on another site: 127.0.0.1 against localhost. */
export const test = base.extend<{ shop: string }>({
  shop: async ({ droppoint }, use) => {
    const port = String(Number(new URL(droppoint.origin).port) + 4);
    const environment = { DROPPOINT_ORIGIN: droppoint.origin, SHOP_PORT: port };
    const child = startProgram(['examples/shop/server.mjs'], environment);
    const origin = `http://127.0.0.1:${port}`;
    await waitUntilReady(origin, child, () => true);
    await use(origin);
    // On SIGTERM it would wait for connections that the browser keeps open.
    await end(child, 'SIGKILL');
  },
});
