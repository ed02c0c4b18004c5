import { end, startProgram, waitUntilReady } from '../processes.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  POINT_LINK_SECRET,
  RETURN_LINK_SECRET,
  SHOP,
  test as base,
  WEBHOOK_SECRET,
} from './droppoint.ts';

/** The example shop in front of the product, on another site: 127.0.0.1 against localhost. It sends with the platform's sandbox. */
export const test = base.extend<{ shop: string }>({
  shop: async ({ droppoint: { origin: droppoint, platform } }, use) => {
    const first = Number(new URL(droppoint).port);
    const port = String(first + SHOP);
    const origin = `http://127.0.0.1:${port}`;
    const environment = {
      DROPPOINT_ORIGIN: droppoint,
      SHOP_PORT: port,
      SHOP_ORIGIN: origin,
      SHOP_WEBHOOK_SECRET: WEBHOOK_SECRET,
      SHOP_RETURN_SECRET: RETURN_LINK_SECRET,
      SHOP_POINT_SECRET: POINT_LINK_SECRET,
      SHOP_CLOCK_URL: `${platform}/__sandbox/clock/advance`,
      PLATFORM_BASE_URL: platform,
      PLATFORM_AUTH_URL: `http://127.0.0.1:${first + 2}`,
      PLATFORM_CLIENT_ID: CLIENT_ID,
      PLATFORM_CLIENT_SECRET: CLIENT_SECRET,
      PLATFORM_ORGANIZATION_ID: 'org-1',
      TSX_TSCONFIG_PATH: 'examples/tsconfig.json',
    };
    const child = startProgram(['--import', 'tsx', 'examples/shop/server.mjs'], environment);
    await waitUntilReady(origin, child, () => true);
    await use(origin);
    // On SIGTERM it would wait for connections that the browser keeps open.
    await end(child, 'SIGKILL');
  },
});
