import { createPlatform } from '@droppoint/platform';
import { createClientCredentials } from '@droppoint/platform/token';

/** Short, because a person is waiting for the answer and can try again. */
const LIMITS = { timeoutMs: 8_000, retries: 1 };

/**
 * Opens the carrier's platform with the shop's own credentials, which never leave its server.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Carrier | null} null without credentials: the shop then takes orders but sends no parcels
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
  return { platform: createPlatform({ baseUrl, auth, ...LIMITS }), organizationId };
}

/** @typedef {{platform: import('@droppoint/platform').Platform, organizationId: string}} Carrier */
