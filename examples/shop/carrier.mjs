import { createPlatform } from '@droppoint/platform';
import { createClientCredentials } from '@droppoint/platform/token';

/** Somebody waits for the answer, and may try again. */
const PATIENCE = { timeoutMs: 8_000, retries: 1 };

/**
 * The carrier's platform, with the shop's own credentials, which never leave its server.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Carrier | null} null without credentials: the shop takes orders, and sends none
 */
export function openCarrier(environment) {
  const {
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_AUTH_URL: origin,
    PLATFORM_CLIENT_ID: clientId,
    PLATFORM_CLIENT_SECRET: clientSecret,
    PLATFORM_ORGANIZATION_ID: organizationId,
  } = environment;
  if (!baseUrl || !origin || !clientId || !clientSecret || !organizationId) return null;
  const auth = createClientCredentials({ origin, clientId, clientSecret });
  return { platform: createPlatform({ baseUrl, auth, ...PATIENCE }), organizationId };
}

/** @typedef {{platform: import('@droppoint/platform').Platform, organizationId: string}} Carrier */
