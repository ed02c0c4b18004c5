import * as z from 'zod/mini';
import { choice, parsed, wholeNumber } from '../src/lib/config/setting.ts';
import { faultListSchema } from './faults.ts';

/** Everything the sandbox can be told. Durations are seconds. */
export type SandboxSettings = ReturnType<typeof parseSandboxSettings>;

/** Settings that cannot be used; the message names every bad key, one a line. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const whole = (fallback: number, least: number, most: number) =>
  z._default(wholeNumber(least, most), fallback);

/** Visible ASCII (RFC 6749 appendix A: VSCHAR) without the space that would break the header. */
const credential = (fallback: string) =>
  z._default(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')), fallback);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

const originList = parsed((written, refuse) => {
  const origins = written.split(',').map((part) => part.trim().replace(/\/$/, ''));
  if (!origins.every(isOrigin)) refuse('must be origins such as http://localhost:3000, split by commas');
  return origins;
});

const json = parsed((written, refuse): unknown => {
  try {
    return JSON.parse(written);
  } catch {
    return refuse('must be JSON');
  }
});

const environmentSchema = z.object({
  SANDBOX_PORT: whole(4400, 0, 65_533),
  PLATFORM_CLIENT_ID: credential('droppoint-sandbox'),
  PLATFORM_CLIENT_SECRET: credential('sandbox-secret-not-for-production-0123456789'),
  APP_ORIGIN: z._default(originList, ['http://localhost:3000']),
  SANDBOX_BASIC: z._default(choice('plain', 'rfc6749', 'both'), 'both'),
  SANDBOX_ROTATE_REFRESH: z._default(choice('on', 'off'), 'on'),
  SANDBOX_ACCESS_TOKEN_SECONDS: whole(300, 1, 31_536_000),
  SANDBOX_REFRESH_TOKEN_SECONDS: whole(86_400, 1, 31_536_000),
  SANDBOX_CODE_SECONDS: whole(60, 1, 3_600),
  SANDBOX_MAX_PER_PAGE: whole(500, 1, 100_000),
  SANDBOX_POINTS: whole(153_600, 0, 5_000_000),
  SANDBOX_SEED: whole(1, 0, 999_999_999),
  SANDBOX_STREETS: z.optional(z.string()),
  SANDBOX_DATA: z.optional(z.string()),
  SANDBOX_FAULTS: z._default(z.pipe(json, faultListSchema), []),
});

/**
 * Reads the settings from environment variables; an empty value counts as absent.
 * @throws SettingsError naming every bad key at once.
 */
export function parseSandboxSettings(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(`The sandbox cannot start with these settings:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  return {
    /** API host's port; the token host takes the next one, the login host the one after. 0 = any three free ports. */
    port: values.SANDBOX_PORT,
    clientId: values.PLATFORM_CLIENT_ID,
    clientSecret: values.PLATFORM_CLIENT_SECRET,
    /** Origins of the app; each may receive the login's answer at /account/callback. */
    appOrigins: values.APP_ORIGIN,
    /** How the token host reads a Basic header: as the platform's document says, as RFC 6749 §2.3.1 says, or either. */
    basic: values.SANDBOX_BASIC,
    rotateRefresh: values.SANDBOX_ROTATE_REFRESH === 'on',
    accessTokenSeconds: values.SANDBOX_ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: values.SANDBOX_REFRESH_TOKEN_SECONDS,
    codeSeconds: values.SANDBOX_CODE_SECONDS,
    maxPerPage: values.SANDBOX_MAX_PER_PAGE,
    /** Size of the generated network; not used where dataFile is set. */
    points: values.SANDBOX_POINTS,
    seed: values.SANDBOX_SEED,
    /** Archive of streets (PMTiles) on which further points are made up, in front of the list; not used where dataFile is set. */
    streets: values.SANDBOX_STREETS,
    /** NDJSON file (.gz allowed) whose lines are served as they are, instead of the generated network. */
    dataFile: values.SANDBOX_DATA,
    faults: values.SANDBOX_FAULTS,
  };
}
