import { parseUrl } from '#platform/parse-url.ts';
import * as z from 'zod/mini';
import {
  addressSetting,
  choice,
  readSettings,
  setting,
  type Environment,
  type SettingsTable,
} from './setting.ts';
import { ASSUMED_PAGING, type PagingParameters } from '#platform/read-points-page.ts';
import { listPoints } from '#platform/location.ts';
import type { OAuthClientSettings } from '#platform/oauth-client-settings.ts';

/** Without a trailing slash (docs/platform-api.md, chapter 1). */
interface PlatformAddresses {
  /** `{base_url}`: the API host. */
  base: string;
  /** `{auth_url}`: the token host. */
  auth: string;
  /** `{account_url}`: the login host. */
  account: string;
}

/** The platform, and our client there. */
export interface PlatformSettings extends OAuthClientSettings {
  addresses: PlatformAddresses;
  /** Names of the list's paging parameters. */
  paging: PagingParameters;
  /** Scope of the token used to read lists for anonymous shoppers. */
  pointsScope: string;
}

const host = (what: string, sandbox: string) =>
  setting(addressSetting('https://api.example.com'), '', {
    meaning: `the platform's ${what} host, of stage or production; https`,
    missing: "set it to the address of the platform's host, like https://api.example.com",
    example: sandbox,
    setForSandbox: true,
  });

const HOSTS = {
  PLATFORM_BASE_URL: host('API', 'http://127.0.0.1:3001'),
  PLATFORM_AUTH_URL: host('token', 'http://127.0.0.1:3002'),
  PLATFORM_ACCOUNT_URL: host('login', 'http://127.0.0.1:3003'),
};

const CLIENT = {
  PLATFORM_CLIENT_ID: setting(z.string(), '', {
    meaning: 'the client ID that the platform issued to you',
    missing: 'set it to the client ID that the platform issued to you',
    example: 'droppoint-sandbox',
    setForSandbox: true,
  }),
  PLATFORM_CLIENT_SECRET: setting(z.string(), '', {
    meaning: 'the client secret; only the function and the publisher read it',
    missing: 'set it to the client secret that the platform issued to you',
    example: 'sandbox-secret-not-for-production-0123456789',
    setForSandbox: true,
  }),
  PLATFORM_CLIENT_AUTH: setting(choice('form', 'basic'), 'form', {
    meaning:
      'how the client authenticates when it exchanges a code: `form` or `basic`; a refresh always uses Basic',
  }),
  PLATFORM_BASIC: setting(choice('plain', 'rfc6749'), 'plain', {
    meaning: 'how credentials are encoded for Basic: `plain` or `rfc6749` (percent-encoded first)',
  }),
  PLATFORM_ISSUER: setting(z.string(), '', {
    meaning: 'what `iss` must be',
    default: 'origin of the login host',
    example: 'https://account.example.com',
  }),
  PLATFORM_PAGE_PARAMETER: setting(z.string(), ASSUMED_PAGING.page, {
    meaning: "name of the list's query parameter for the page",
  }),
  PLATFORM_PER_PAGE_PARAMETER: setting(z.string(), ASSUMED_PAGING.perPage, {
    meaning: 'name of the parameter for the number of points in a page',
  }),
  PLATFORM_POINTS_SCOPE: setting(z.string(), listPoints.scope, {
    meaning: "scope of the token for shoppers' points",
  }),
};

export const PLATFORM_SETTINGS = { ...HOSTS, ...CLIENT } satisfies SettingsTable;

/** @param problems receives a sentence for every missing or invalid key */
export function parseAddresses(environment: Environment, problems: string[]): PlatformAddresses {
  const hosts = readSettings(HOSTS, environment, problems);
  return {
    base: hosts.PLATFORM_BASE_URL,
    auth: hosts.PLATFORM_AUTH_URL,
    account: hosts.PLATFORM_ACCOUNT_URL,
  };
}

/**
 * Reads the platform's settings, including the secret, which only the function and the publisher's programs
 * know.
 * @param problems receives a sentence for every missing or invalid setting
 */
export function readPlatformSettings(environment: Environment, problems: string[]): PlatformSettings {
  const addresses = parseAddresses(environment, problems);
  const values = readSettings(CLIENT, environment, problems);
  const { PLATFORM_CLIENT_ID: clientId, PLATFORM_BASIC: basicEncoding } = values;
  // In a plain Basic header everything after the first colon is the secret (RFC 7617 §2).
  if (basicEncoding === 'plain' && clientId.includes(':'))
    problems.push(
      'PLATFORM_CLIENT_ID holds a colon, which a plain Basic header cannot carry: set PLATFORM_BASIC=rfc6749.',
    );
  return {
    addresses,
    clientId,
    clientSecret: values.PLATFORM_CLIENT_SECRET,
    clientAuth: values.PLATFORM_CLIENT_AUTH,
    basicEncoding,
    issuer: values.PLATFORM_ISSUER || (parseUrl(addresses.account)?.origin ?? ''),
    paging: { page: values.PLATFORM_PAGE_PARAMETER, perPage: values.PLATFORM_PER_PAGE_PARAMETER },
    pointsScope: values.PLATFORM_POINTS_SCOPE,
  };
}
