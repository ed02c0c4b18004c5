import { base64url } from 'jose';
import * as z from 'zod/mini';
import { readPlatformClient } from '../platform-client/settings.ts';
import {
  address,
  choice,
  isLoopback,
  list,
  origin,
  origins,
  readSettings,
  refuseProblems,
  setting,
  wholeNumber,
  type Environment,
} from '../src/lib/config/setting.ts';
import { PLATFORM_SCOPES } from '../src/lib/platform/scopes.ts';
import { sessionKeys } from './oauth/seal.ts';

/** Everything the function is told from outside. */
export type Settings = ReturnType<typeof parseSettings>;

/**
 * A session lasts a working day at most, however often it is refreshed: the lifetime of the platform's refresh token is not
 * shown, brokers share desks, and a login costs seconds.
 */
const SESSION_MAX_AGE_SECONDS = 12 * 3600;
/** Browsers keep no cookie for longer than this. */
const LONGEST_COOKIE_AGE_SECONDS = 400 * 24 * 3600;

/** What `.env.example` gives the sandbox. Everybody can read it there: with that key anybody could seal a session of their own. */
const SANDBOX_SESSION_KEY = 'c2FuZGJveC1rZXktbm90LWZvci1wcm9kdWN0aW9uLTA';
const SANDBOX_CLIENT_SECRET = 'sandbox-secret-not-for-production-0123456789';

/** Where files lie that are published elsewhere; none: beside the function. */
const store = (what: string, example: string) => setting(address(example), null, { meaning: what, example });

export const FUNCTION_SETTINGS = {
  APP_ORIGIN: setting(origin, '', {
    meaning: 'where people open the app',
    missing: 'the origin people open, like https://points.example.com',
    example: 'http://localhost:3000',
    setForSandbox: true,
  }),
  SESSION_KEYS: setting(sessionKeys, [], {
    meaning: 'keys that seal the session cookie, newest first: `name:base64url of 32 bytes`',
    missing: 'id:key, where key is 32 random bytes as base64url',
    example: `sandbox:${SANDBOX_SESSION_KEY}`,
    setForSandbox: true,
  }),
  SESSION_MAX_AGE_SECONDS: setting(wholeNumber(60, LONGEST_COOKIE_AGE_SECONDS), SESSION_MAX_AGE_SECONDS, {
    meaning: 'how long a broker stays logged in at most, in seconds',
  }),
  EMBED_ORIGINS: setting(origins, [], {
    meaning: 'shops that may frame the picker: origins separated by blanks',
    example: 'http://127.0.0.1:3005',
    setForSandbox: true,
  }),
  TRUSTED_PROXY_HEADER: setting(z.string(), '', {
    meaning: "header in which your proxy names the client's address",
    example: 'x-real-ip',
  }),
  RATE_LIMITS: setting(choice('on', 'off'), 'on', {
    meaning: '`off` where a proxy in front already limits',
    example: 'off',
  }),
  PLATFORM_ISS_PARAMETER: setting(choice('optional', 'required'), 'optional', {
    meaning: "whether a login's answer must name the platform in `iss` (RFC 9207): `optional` or `required`",
  }),
  PLATFORM_SCOPES: setting(list, ['openid', ...PLATFORM_SCOPES], {
    meaning: 'what a broker is asked to allow',
    default: 'all, and `openid`',
  }),
  PLATFORM_CALLS: setting(choice('relay', 'direct'), 'relay', {
    meaning: "a broker's own calls: `relay` through the function, or `direct`",
  }),
  SNAPSHOT_URL: store(
    'address at which the published network lies, instead of a folder or the pages; https; see 4',
    'https://files.example/live/',
  ),
  STREETS_URL: store(
    'address at which published streets lie, instead of a folder or bucket; https; see 5',
    'https://files.example/streets/',
  ),
};

/**
 * Reads the settings from environment variables.
 * @throws AppError `settings_invalid`, whose message names every key that is missing or wrong, one a line
 */
export function parseSettings(environment: Environment) {
  const problems: string[] = [];
  const platform = readPlatformClient(environment, problems);
  const values = readSettings(FUNCTION_SETTINGS, environment, problems);
  const settings = {
    ...platform,
    /** Whether a callback without `iss` is refused. The platform's document doesn't show the parameter. */
    issRequired: values.PLATFORM_ISS_PARAMETER === 'required',
    /** Space-separated scopes that a broker's login asks for. */
    scope: values.PLATFORM_SCOPES.join(' '),
    /** Whether a broker's own calls go through the relay or straight to the platform. */
    calls: values.PLATFORM_CALLS,
    appOrigin: values.APP_ORIGIN,
    /** Newest first: the first one seals, any of them opens. */
    sessionKeys: values.SESSION_KEYS,
    sessionMaxAgeSeconds: values.SESSION_MAX_AGE_SECONDS,
    /** Origins that may frame `/embed`, beside our own. */
    embedOrigins: values.EMBED_ORIGINS,
    /** Header in which a proxy of ours names the client's address; null where the socket's address is the client's. */
    trustedProxyHeader: values.TRUSTED_PROXY_HEADER.toLowerCase() || null,
    /** Where streets are published, with a slash at its end; null where the runtime has them beside it, or there are none. */
    streetsUrl: values.STREETS_URL && `${values.STREETS_URL}/`,
    /** Where the network is published, with a slash at its end; null where the runtime has it beside it. */
    networkUrl: values.SNAPSHOT_URL && `${values.SNAPSHOT_URL}/`,
    /** False where a proxy in front already limits. */
    rateLimits: values.RATE_LIMITS === 'on',
  };
  checkSandboxSecrets(settings, problems);
  refuseProblems(problems);
  return settings;
}

/** The sandbox's secrets are for this machine alone: app and platform both on loopback. */
function checkSandboxSecrets(settings: Settings, problems: string[]): void {
  const { base, auth, account } = settings.addresses;
  const isLocal = [settings.appOrigin, base, auth, account].every(
    (address) => !URL.canParse(address) || isLoopback(new URL(address).hostname),
  );
  if (isLocal) return;
  // Decoded, because the last letter has spare bits: four spellings are one key.
  if (settings.sessionKeys.some(({ bytes }) => base64url.encode(bytes) === SANDBOX_SESSION_KEY)) {
    problems.push(
      'SESSION_KEYS holds the key of .env.example, which everybody knows: make your own as described there.',
    );
  }
  if (settings.clientSecret === SANDBOX_CLIENT_SECRET) {
    problems.push(
      'PLATFORM_CLIENT_SECRET is the one of .env.example: set the one that the platform gave you.',
    );
  }
}

/** The one address that the platform may send a login's answer to. It has to be registered there. */
export function redirectUriOf(settings: Settings): string {
  return `${settings.appOrigin}/account/callback`;
}
