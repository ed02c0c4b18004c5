import { base64url } from 'jose';
import { AppError } from '../src/lib/contract/errors.ts';
import { isLoopback, type Environment } from '../src/lib/platform/addresses.ts';
import { PLATFORM_SCOPES } from '../src/lib/platform/scopes.ts';
import { createKeyReader, type KeyReader } from '../platform-client/config-reader.ts';
import { readPlatformClient, type PlatformClient } from '../platform-client/settings.ts';
import { parseSessionKeys, type SessionKey } from './oauth/session-keys.ts';

/** Everything the function is told from outside. */
export interface Settings extends PlatformClient {
  /** Whether a callback without `iss` is refused. The platform's document doesn't show the parameter. */
  issRequired: boolean;
  /** Space-separated scopes that a broker's login asks for. */
  scope: string;
  /** Whether a broker's own calls go through the relay or straight to the platform. */
  calls: 'relay' | 'direct';
  appOrigin: string;
  /** Newest first: the first one seals, any of them opens. */
  sessionKeys: readonly SessionKey[];
  sessionMaxAgeSeconds: number;
  /** Origins that may frame `/embed`, beside our own. */
  embedOrigins: readonly string[];
  /** Header in which a proxy of ours names the client's address; null where the socket's address is the client's. */
  trustedProxyHeader: string | null;
  /** Where streets are published, with a slash at its end; null where the runtime has them beside it, or there are none. */
  streetsUrl: string | null;
  /** Where the network is published, with a slash at its end; null where the runtime has it beside it. */
  networkUrl: string | null;
  /** False where a proxy in front already limits. */
  rateLimits: boolean;
}

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

/**
 * Reads the settings from environment variables.
 * @throws AppError `settings_invalid`, whose message names every key that is missing or wrong, one a line
 */
export function parseSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const keys = createKeyReader(environment, problems);
  const settings: Settings = {
    ...readPlatformClient(environment, problems),
    issRequired: keys.choice('PLATFORM_ISS_PARAMETER', ['optional', 'required'], 'optional') === 'required',
    scope: keys.list('PLATFORM_SCOPES').join(' ') || ['openid', ...PLATFORM_SCOPES].join(' '),
    calls: keys.choice('PLATFORM_CALLS', ['relay', 'direct'], 'relay'),
    appOrigin: keys.required('APP_ORIGIN', 'the origin people open, like https://points.example.com'),
    sessionKeys: parseSessionKeys(keys.list('SESSION_KEYS'), problems),
    sessionMaxAgeSeconds: keys.wholeNumber(
      'SESSION_MAX_AGE_SECONDS',
      SESSION_MAX_AGE_SECONDS,
      60,
      LONGEST_COOKIE_AGE_SECONDS,
    ),
    embedOrigins: keys.list('EMBED_ORIGINS'),
    trustedProxyHeader: keys.optional('TRUSTED_PROXY_HEADER', '').toLowerCase() || null,
    streetsUrl: readStoreUrl('STREETS_URL', keys, problems),
    networkUrl: readStoreUrl('SNAPSHOT_URL', keys, problems),
    rateLimits: keys.choice('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
  };
  if (settings.appOrigin !== '') keys.checkOrigin('APP_ORIGIN', settings.appOrigin);
  for (const origin of settings.embedOrigins) keys.checkOrigin('EMBED_ORIGINS', origin);
  checkSandboxSecrets(settings, problems);
  if (problems.length > 0) throw new AppError('settings_invalid', problems.join('\n'), { problems });
  return settings;
}

function readStoreUrl(key: string, keys: KeyReader, problems: string[]): string | null {
  const value = keys.optional(key, '');
  if (value === '') return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isFine = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  if (!isFine || url.search !== '' || url.hash !== '') {
    problems.push(`${key} must be an address like https://files.example/streets/, without a query.`);
    return null;
  }
  return url.href.replace(/\/?$/, '/');
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
