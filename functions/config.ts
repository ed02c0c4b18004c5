import { AppError } from '../src/lib/contract/errors.ts';
import { parseAddresses, type Environment, type PlatformAddresses } from '../src/lib/platform/addresses.ts';
import { ASSUMED_PAGING, type PagingParameters } from '../src/lib/platform/read-points-page.ts';
import { ASSUMED_SCOPES, PLATFORM_SCOPES } from '../src/lib/platform/scopes.ts';
import { createKeyReader, type KeyReader } from './config-reader.ts';
import { parseSessionKeys, type SessionKey } from './oauth/session-keys.ts';

/** Everything the function is told from outside. It is the only part of the product that knows the secret. */
export interface Settings {
  addresses: PlatformAddresses;
  clientId: string;
  clientSecret: string;
  /** How the client proves itself for code and client credentials; refresh always takes Basic (platform document, chapter 5). */
  clientAuth: 'form' | 'basic';
  /** `plain`: BASE64(id:secret) as the platform's document says; `rfc6749`: percent-encoded first (RFC 6749 §2.3.1). */
  basicEncoding: 'plain' | 'rfc6749';
  /** What `iss` must be, in the callback and in an id token. */
  issuer: string;
  /** Whether a callback without `iss` is refused. The platform's document doesn't show the parameter. */
  issRequired: boolean;
  /** Space-separated scopes that a broker's login asks for. */
  scope: string;
  /** Whether a broker's own calls go through the relay or straight to the platform. */
  calls: 'relay' | 'direct';
  paging: PagingParameters;
  /** The one scope of the token that anonymous shoppers' lists are read with. */
  pointsScope: string;
  appOrigin: string;
  /** Newest first: the first one seals, any of them opens. */
  sessionKeys: readonly SessionKey[];
  sessionMaxAgeSeconds: number;
  /** Origins that may frame `/embed`, beside our own. */
  embedOrigins: readonly string[];
  /** Header in which a proxy of ours names the client's address; null where the socket's address is the client's. */
  trustedProxyHeader: string | null;
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

/**
 * Reads the settings from environment variables.
 * @throws AppError `settings_invalid`, whose message names every key that is missing or wrong, one a line
 */
export function parseSettings(environment: Environment): Settings {
  const problems: string[] = [];
  const addresses = parseAddresses(environment, problems);
  const keys = createKeyReader(environment, problems);
  const settings: Settings = {
    addresses,
    ...readClient(keys),
    issuer: keys.optional('PLATFORM_ISSUER', addresses.account && new URL(addresses.account).origin),
    issRequired: keys.choice('PLATFORM_ISS_PARAMETER', ['optional', 'required'], 'optional') === 'required',
    scope: keys.list('PLATFORM_SCOPES').join(' ') || ['openid', ...PLATFORM_SCOPES].join(' '),
    calls: keys.choice('PLATFORM_CALLS', ['relay', 'direct'], 'relay'),
    paging: {
      page: keys.optional('PLATFORM_PAGE_PARAMETER', ASSUMED_PAGING.page),
      perPage: keys.optional('PLATFORM_PER_PAGE_PARAMETER', ASSUMED_PAGING.perPage),
    },
    pointsScope: keys.optional('PLATFORM_POINTS_SCOPE', ASSUMED_SCOPES.listPoints.join(' ')),
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
    rateLimits: keys.choice('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
  };
  if (settings.appOrigin !== '') keys.checkOrigin('APP_ORIGIN', settings.appOrigin);
  for (const origin of settings.embedOrigins) keys.checkOrigin('EMBED_ORIGINS', origin);
  checkClientId(settings, problems);
  if (problems.length > 0) throw new AppError('settings_invalid', problems.join('\n'), { problems });
  return settings;
}

function readClient(keys: KeyReader) {
  return {
    clientId: keys.required('PLATFORM_CLIENT_ID', "the client's identifier at the platform"),
    clientSecret: keys.required('PLATFORM_CLIENT_SECRET', "the client's secret at the platform"),
    clientAuth: keys.choice('PLATFORM_CLIENT_AUTH', ['form', 'basic'], 'form'),
    basicEncoding: keys.choice('PLATFORM_BASIC', ['plain', 'rfc6749'], 'plain'),
  };
}

/** In a plain Basic header everything after the first colon is the secret (RFC 7617 §2). */
function checkClientId({ clientId, basicEncoding }: Settings, problems: string[]): void {
  if (basicEncoding === 'plain' && clientId.includes(':')) {
    problems.push(
      'PLATFORM_CLIENT_ID holds a colon, which a plain Basic header cannot carry: set PLATFORM_BASIC=rfc6749.',
    );
  }
}
