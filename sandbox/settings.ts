import { createPrivateKey } from 'node:crypto';
import * as z from 'zod/mini';
import { readJsonText } from '#platform/json-text.ts';
import { addressSetting, choice, parsed, wholeNumber } from '#config/setting.ts';
import { faultListSchema } from './faults.ts';

/** The sandbox's settings. Durations are in seconds. */
export type SandboxSettings = {
  [Name in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[Name]['schema']>;
};

/** Thrown if the sandbox can't start; the message is for the user. */
export class SandboxStartError extends Error {
  override name = 'SandboxStartError';
}

const whole = (fallback: number, least: number, most: number) =>
  z._default(wholeNumber(least, most), fallback);

/** Visible ASCII: VSCHAR of RFC 6749 appendix A, without the space. */
const credential = (fallback: string) =>
  z._default(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')), fallback);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

const originList = parsed((written, refuse) => {
  const origins = written.split(',').map((part) => part.trim().replace(/\/$/, ''));
  if (!origins.every(isOrigin)) refuse('must be origins such as http://localhost:3000, separated by commas');
  return origins;
});

const onOrOff = z.pipe(
  choice('on', 'off'),
  z.transform((written) => written === 'on'),
);

const json = parsed((written, refuse) => {
  const value = readJsonText(written);
  if (value === undefined) refuse('must be JSON');
  return value;
});

const privateKey = parsed((written, refuse) => {
  const pem = written.replaceAll('\\n', '\n');
  try {
    if (createPrivateKey(pem).asymmetricKeyType !== 'rsa') refuse('must be a private RSA key in PEM');
  } catch {
    refuse('must be a private RSA key in PEM');
  }
  return pem;
});

const from = <Value>(variable: string, schema: z.ZodMiniType<Value>) => ({ variable, schema });

const SETTINGS = {
  /** Port of the API host; the token host and the login host take the next two. 0: any three free ports. */
  port: from('SANDBOX_PORT', whole(3001, 0, 65_533)),
  clientId: from('PLATFORM_CLIENT_ID', credential('droppoint-sandbox')),
  clientSecret: from('PLATFORM_CLIENT_SECRET', credential('sandbox-secret-not-for-production-0123456789')),
  /** Origins of the app; each is registered with its redirect URI /account/callback. */
  appOrigins: from('APP_ORIGIN', z._default(originList, ['http://localhost:3000'])),
  /** Form of the Basic header on the token host: plain, as in the platform's document, RFC 6749 §2.3.1, or both. */
  basic: from('SANDBOX_BASIC', z._default(choice('plain', 'rfc6749', 'both'), 'both')),
  rotateRefresh: from('SANDBOX_ROTATE_REFRESH', z._default(onOrOff, true)),
  accessTokenSeconds: from('SANDBOX_ACCESS_TOKEN_SECONDS', whole(300, 1, 31_536_000)),
  refreshTokenSeconds: from('SANDBOX_REFRESH_TOKEN_SECONDS', whole(86_400, 1, 31_536_000)),
  codeSeconds: from('SANDBOX_CODE_SECONDS', whole(60, 1, 3_600)),
  maxPerPage: from('SANDBOX_MAX_PER_PAGE', whole(500, 1, 100_000)),
  /** Size of the generated network; ignored if dataFile is set. */
  points: from('SANDBOX_POINTS', whole(153_600, 0, 5_000_000)),
  seed: from('SANDBOX_SEED', whole(1, 0, 999_999_999)),
  /** PMTiles archive of streets; adds points generated on them at the front of the list. Ignored if dataFile is set. */
  streets: from('SANDBOX_STREETS', z.optional(z.string())),
  /** NDJSON file (.gz allowed) whose lines are served unchanged, instead of the generated network. */
  dataFile: from('SANDBOX_DATA', z.optional(z.string())),
  /** Seconds that a day of a parcel's life takes. 0: stopped. 86400: real time. */
  daySeconds: from('SANDBOX_DAY_SECONDS', whole(60, 0, 86_400)),
  /** URL that parcels' events are pushed to. */
  webhookUrl: from('SANDBOX_WEBHOOK_URL', z.optional(addressSetting('http://localhost:3000/webhook'))),
  webhookSecret: from('SANDBOX_WEBHOOK_SECRET', z.optional(z.string())),
  /** Private RSA key in PEM; line breaks may be written `\\n`. Used instead of the secret. */
  webhookKey: from('SANDBOX_WEBHOOK_KEY', z.optional(privateKey)),
  webhookSigned: from('SANDBOX_WEBHOOK_SIGNED', z._default(choice('body', 'timestamped'), 'body')),
  /** Prefix of the headers' names. */
  webhookPrefix: from(
    'SANDBOX_WEBHOOK_PREFIX',
    z._default(
      z.string().check(z.regex(/^x-[a-z0-9-]*$/, 'must be a header prefix that starts with x-')),
      'x-carrier-',
    ),
  ),
  faults: from('SANDBOX_FAULTS', z._default(z.pipe(json, faultListSchema), [])),
};

/**
 * Reads the settings from environment variables; empty ones count as absent.
 * @throws SandboxStartError that lists each invalid variable on a separate line.
 */
export function parseSandboxSettings(environment: Record<string, string | undefined>): SandboxSettings {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([name, { variable, schema }]) => {
    const { data, error } = schema.safeParse(environment[variable] || undefined);
    for (const { path, message } of error?.issues ?? [])
      problems.push(`  ${[variable, ...path].join('.')}: ${message}`);
    return [name, data];
  });
  const settings = Object.fromEntries(entries) as SandboxSettings;
  if (settings.webhookUrl !== undefined && !settings.webhookSecret && !settings.webhookKey)
    problems.push('  SANDBOX_WEBHOOK_URL: needs SANDBOX_WEBHOOK_SECRET or SANDBOX_WEBHOOK_KEY');
  if (problems.length > 0)
    throw new SandboxStartError(`The sandbox cannot start with these settings:\n${problems.join('\n')}`);
  return settings;
}
