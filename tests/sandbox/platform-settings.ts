import type { Sandbox } from '../../sandbox/start.ts';

/** The client of every sandbox. */
export const CLIENT = {
  clientId: 'droppoint-sandbox',
  clientSecret: 'sandbox-secret-not-for-production-0123456789',
};

/** Returns the addresses of a sandbox's hosts and its client, as settings. */
export const settingsOf = ({ base, auth, account }: Sandbox['addresses']) => ({
  PLATFORM_BASE_URL: base,
  PLATFORM_AUTH_URL: auth,
  PLATFORM_ACCOUNT_URL: account,
  PLATFORM_CLIENT_ID: CLIENT.clientId,
  PLATFORM_CLIENT_SECRET: CLIENT.clientSecret,
});

/** Returns the same settings for a sandbox at a port. */
export function settingsAt(port: number) {
  const addressOf = (offset: number) => `http://127.0.0.1:${port + offset}`;
  return settingsOf({ base: addressOf(0), auth: addressOf(1), account: addressOf(2) });
}
