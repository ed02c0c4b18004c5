/** Put here by vite.config.ts, from package.json. */
declare const __APP_VERSION__: string;

/** This product's version, as the frame tells it to the shop's page. */
export const APP_VERSION = __APP_VERSION__;
