import { parseUrl } from '#platform/parse-url.ts';
import { base64url } from 'jose';
import { isLoopback } from '#platform/safe-address.ts';
import { ASSUMED_DEDUPLICATION_HEADER } from '#platform/operation.ts';
import { readPlatformSettings } from '#config/platform-settings.ts';
import {
  addressSetting,
  choice,
  hosts,
  listSetting,
  origin,
  parsed,
  readSettings,
  refuseProblems,
  setting,
  wholeNumber,
  type Environment,
} from '#config/setting.ts';
import { findReturnProblem } from '#contract/choose-return.ts';
import { splitList } from '#contract/read-list.ts';
import { SHOP_SECRET_FORM, shopOfSecret } from '#platform/point-link.ts';
import { LEAST_SECRET } from '#platform/signed-text.ts';
import { PLATFORM_SCOPES } from '#platform/scopes.ts';
import { sessionKeys } from './oauth/seal.ts';

export type FunctionSettings = ReturnType<typeof parseSettings>;

/**
 * Maximum age of a session, no matter how often it is refreshed: a working day. The platform doesn't document its refresh token's
 * lifetime, brokers share computers, and a login takes seconds.
 */
const SESSION_MAX_AGE_SECONDS = 12 * 3600;
/** Browsers cap the age of cookies at this. */
const LONGEST_COOKIE_AGE_SECONDS = 400 * 24 * 3600;

/** The sandbox's key in `.env.example`. It is public, so anyone could seal a session with it. */
const SANDBOX_SESSION_KEY = 'c2FuZGJveC1rZXktbm90LWZvci1wcm9kdWN0aW9uLTA';
const SANDBOX_CLIENT_SECRET = 'sandbox-secret-not-for-production-0123456789';
const SANDBOX_LINK_SECRET = 'sandbox-return-links-not-for-production-0123';
const SANDBOX_POINT_SECRET = 'sandbox-point-links-not-for-production-01234';

const headerName = parsed((written, refuse) => {
  if (!/^[A-Za-z0-9-]{1,60}$/.test(written)) refuse('must be the name of a header, like X-Deduplication-Id');
  return written;
});

/** The name of a header whose last entry is an address. */
const proxyHeader = parsed((written, refuse) => {
  const name = written.toLowerCase();
  if (name === 'forwarded')
    refuse('must be a header with a plain address, like x-real-ip; Forwarded is not supported');
  else if (!/^[a-z0-9-]{1,64}$/.test(name)) refuse('must be the name of a header, like x-real-ip');
  return name;
});

const organizationId = parsed((written, refuse) => {
  if (!/^[\w-]{1,64}$/.test(written)) refuse('must be an ID from the platform: letters, digits and "-"');
  return written;
});

const linkSecrets = parsed((written, refuse) => {
  const secrets = splitList(written);
  if (secrets.some((secret) => secret.length < LEAST_SECRET))
    refuse(`must contain secrets of at least ${LEAST_SECRET} characters each`);
  return secrets;
});

/** Secrets with the names of their shops, each of which may have several: `fern:…`. */
const shopSecrets = parsed((written, refuse) => {
  const secrets = splitList(written);
  if (secrets.some((secret) => shopOfSecret(secret) === undefined))
    refuse(`must contain secrets by shop, each with ${SHOP_SECRET_FORM}`);
  // A shop that has another's secret could choose points of the other's orders.
  const isShared = (secret: string) =>
    secrets.some((other) => withoutShop(other) === withoutShop(secret) && other !== secret);
  if (secrets.some(isShared)) refuse('has the same secret for several shops: make one for each');
  return secrets;
});

const withoutShop = (secret: string) => secret.slice(secret.indexOf(':') + 1);

const MAX_COLLECT_DAYS = 60;

/** Days by type of point: `APM:2 PUDO:7`. */
const collectDays = parsed((written, refuse): ReadonlyMap<string, number> => {
  const entries = splitList(written).map((entry) => /^(\w{1,20}):(\d{1,2})$/.exec(entry));
  const days = new Map(entries.map((match) => [match?.[1] ?? '', Number(match?.[2])]));
  const isValid = [...days.values()].every((each) => each >= 1 && each <= MAX_COLLECT_DAYS);
  if (!isValid || days.size < entries.length)
    refuse(`must be days from 1 to ${MAX_COLLECT_DAYS} by type of point, each type once, like APM:2 PUDO:7`);
  return days;
});

/** Addresses with a query may contain commas only as %2C. */
const returnAddresses = parsed((written, refuse) => {
  const addresses = splitList(written);
  const problems = addresses.map(findReturnProblem).filter((problem) => problem !== null);
  for (const problem of new Set(problems)) refuse(problem);
  return addresses;
});

/** Setting for the base URL of published files; unset if they are stored beside the function. */
const store = (what: string, example: string) =>
  setting(addressSetting(example), null, { meaning: what, example });

export const FUNCTION_SETTINGS = {
  APP_ORIGIN: setting(origin, '', {
    meaning: 'the origin at which people open the app',
    missing: 'set it to the origin at which people open the app, like https://points.example.com',
    example: 'http://localhost:3000',
    setForSandbox: true,
  }),
  SESSION_KEYS: setting(sessionKeys, [], {
    meaning:
      'keys of the session cookie, separated by spaces or commas, each `id:base64url of 32 bytes`; the first one seals, all of them open; see 2',
    missing: 'set it to id:key, where key is 32 random bytes as base64url',
    example: `sandbox:${SANDBOX_SESSION_KEY}`,
    setForSandbox: true,
  }),
  SESSION_MAX_AGE_SECONDS: setting(wholeNumber(60, LONGEST_COOKIE_AGE_SECONDS), SESSION_MAX_AGE_SECONDS, {
    meaning: 'maximum time that a broker stays logged in, in seconds',
  }),
  EMBED_ORIGINS: setting(hosts, [], {
    meaning:
      'shops that may frame picker and parcel page: origins separated by spaces, without `*`; of an app made with Capacitor or Ionic, `capacitor://localhost` or `ionic://localhost`',
    example: 'http://127.0.0.1:3005',
    setForSandbox: true,
  }),
  CHOOSE_RETURNS: setting(returnAddresses, [], {
    meaning:
      "addresses of shops and apps to which `/choose` may return a choice: whole addresses separated by spaces, compared to the letter; an app's own scheme too; `http://127.0.0.1/…` without a port means any port",
    example: 'http://127.0.0.1:3005/point',
  }),
  TRUSTED_PROXY_HEADER: setting(proxyHeader, null, {
    meaning: "header in which your proxy sends the client's address; not `Forwarded`",
    example: 'x-real-ip',
  }),
  RATE_LIMITS: setting(choice('on', 'off'), 'on', {
    meaning: '`off` if a proxy in front of the function limits requests',
    example: 'off',
  }),
  PLATFORM_ISS_PARAMETER: setting(choice('optional', 'required'), 'optional', {
    meaning: 'whether the response to a login must contain `iss` (RFC 9207): `optional` or `required`',
  }),
  PLATFORM_SCOPES: setting(listSetting, ['openid', ...PLATFORM_SCOPES], {
    meaning: 'scopes that a broker is asked to allow',
    default: 'all, and `openid`',
  }),
  PLATFORM_CALLS: setting(choice('relay', 'direct'), 'relay', {
    meaning: "how a broker's browser calls the platform: `relay` (through the function) or `direct`",
  }),
  PLATFORM_DEDUPLICATION_HEADER: setting(headerName, ASSUMED_DEDUPLICATION_HEADER, {
    meaning:
      "header by which the platform recognizes a repeated shipment; with `direct`, the platform's CORS must allow it",
  }),
  PLATFORM_ORGANIZATION_ID: setting(organizationId, null, {
    meaning: 'ID of your organization at the platform, for which customers create returns with a link; see 6',
    example: '5f0c2f10-0000-4000-8000-000000000001',
  }),
  RETURN_LINK_SECRETS: setting(linkSecrets, [], {
    meaning:
      'secrets with which your shops sign these links, separated by spaces or commas; a link signed with any of them is accepted; see 6',
    example: SANDBOX_LINK_SECRET,
  }),
  POINT_LINK_SECRETS: setting(shopSecrets, [], {
    meaning:
      'secrets with which shops sign links to an order’s point, each with its shop’s name: `fern:…`, separated by spaces or commas; see 6',
    example: `fern:${SANDBOX_POINT_SECRET}`,
  }),
  PARCEL_COLLECT_DAYS: setting(collectDays, new Map<string, number>(), {
    meaning:
      'days in which a parcel can be collected, by the type of its point, which the platform doesn’t say: the parcel’s page then has a date and an entry for calendars',
    default: 'not shown',
    example: 'APM:2 PUDO:7',
  }),
  SNAPSHOT_URL: store(
    'base URL of the published network, if it is neither in a folder nor beside the pages; https; see 4',
    'https://files.example/live/',
  ),
  STREETS_URL: store(
    'base URL of the published streets, if they are neither in a folder nor in a bucket; https; see 5',
    'https://files.example/streets/',
  ),
};

/**
 * Reads the settings from environment variables.
 * @throws AppError `settings_invalid`, whose message names each missing or invalid key on a separate line
 */
export function parseSettings(environment: Environment) {
  const problems: string[] = [];
  const platform = readPlatformSettings(environment, problems);
  const values = readSettings(FUNCTION_SETTINGS, environment, problems);
  const settings = {
    ...platform,
    /** Whether a callback without `iss` is refused. The platform's document doesn't show the parameter. */
    issRequired: values.PLATFORM_ISS_PARAMETER === 'required',
    scope: values.PLATFORM_SCOPES.join(' '),
    calls: values.PLATFORM_CALLS,
    appOrigin: values.APP_ORIGIN,
    deduplicationHeader: values.PLATFORM_DEDUPLICATION_HEADER,
    /** Newest first: the first one seals, any of them opens. */
    sessionKeys: values.SESSION_KEYS,
    sessionMaxAgeSeconds: values.SESSION_MAX_AGE_SECONDS,
    embedOrigins: values.EMBED_ORIGINS,
    chooseReturns: values.CHOOSE_RETURNS,
    organizationId: values.PLATFORM_ORGANIZATION_ID,
    returnSecrets: values.RETURN_LINK_SECRETS,
    /** Each with the name of its shop. */
    pointSecrets: values.POINT_LINK_SECRETS,
    /** Days in which a parcel can be collected, by the type of its point. */
    collectDays: values.PARCEL_COLLECT_DAYS as ReadonlyMap<string, number>,
    trustedProxyHeader: values.TRUSTED_PROXY_HEADER,
    /** Base URL of published streets, with a trailing slash; null if the runtime stores them itself, or there are none. */
    streetsUrl: values.STREETS_URL && `${values.STREETS_URL}/`,
    /** Base URL of the published network, with a trailing slash; null if the runtime stores it itself. */
    networkUrl: values.SNAPSHOT_URL && `${values.SNAPSHOT_URL}/`,
    rateLimits: values.RATE_LIMITS === 'on',
  };
  if ((settings.organizationId === null) !== (settings.returnSecrets.length === 0))
    problems.push('Set both PLATFORM_ORGANIZATION_ID and RETURN_LINK_SECRETS, or neither.');
  checkSandboxSecrets(settings, problems);
  refuseProblems(problems);
  return settings;
}

/** Refuses the sandbox's secrets unless app and platform are both on loopback. */
function checkSandboxSecrets(settings: FunctionSettings, problems: string[]): void {
  const { base, auth, account } = settings.addresses;
  const isLocal = [settings.appOrigin, base, auth, account].every((address) =>
    isLoopback(parseUrl(address)?.hostname ?? 'localhost'),
  );
  if (isLocal) return;
  // Compare in canonical form: the last character has unused bits, so four texts decode to the same key.
  if (settings.sessionKeys.some(({ bytes }) => base64url.encode(bytes) === SANDBOX_SESSION_KEY)) {
    problems.push(
      'SESSION_KEYS contains the example key of .env.example, which is public: create your own as described there.',
    );
  }
  if (settings.returnSecrets.some((secret) => secret === SANDBOX_LINK_SECRET)) {
    problems.push(
      'RETURN_LINK_SECRETS contains the example secret of .env.example, which is public: create your own.',
    );
  }
  if (settings.pointSecrets.some((secret) => withoutShop(secret) === SANDBOX_POINT_SECRET)) {
    problems.push(
      'POINT_LINK_SECRETS contains the example secret of .env.example, which is public: create your own.',
    );
  }
  if (settings.clientSecret === SANDBOX_CLIENT_SECRET) {
    problems.push(
      'PLATFORM_CLIENT_SECRET is the secret of .env.example: set the one that the platform issued to you.',
    );
  }
}

/** The redirect URI of logins (RFC 6749 §3.1.2). It has to be registered at the platform. */
export function redirectUriOf(settings: FunctionSettings): string {
  return `${settings.appOrigin}/account/callback`;
}
