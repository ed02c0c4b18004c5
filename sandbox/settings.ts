import * as z from 'zod/mini';
import { faultListSchema, type Fault } from './faults.ts';

/** How the token host reads a Basic header: as the platform's document says, as RFC 6749 §2.3.1 says, or either. */
export type BasicForm = 'plain' | 'rfc6749' | 'both';

/** Everything the sandbox can be told. Durations are seconds. */
export interface SandboxSettings {
  /** API host's port; the token host takes the next one, the login host the one after. 0 = any three free ports. */
  port: number;
  clientId: string;
  clientSecret: string;
  /** Origins of the app; each may receive the login's answer at /account/callback. */
  appOrigins: string[];
  basic: BasicForm;
  rotateRefresh: boolean;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  codeSeconds: number;
  maxPerPage: number;
  /** Size of the generated network; not used where dataFile is set. */
  points: number;
  seed: number;
  /** Archive of streets (PMTiles) on which further points are made up, in front of the list; not used where dataFile is set. */
  streets: string | undefined;
  /** NDJSON file (.gz allowed) whose lines are served as they are, instead of the generated network. */
  dataFile: string | undefined;
  faults: Fault[];
}

/** Settings that cannot be used; the message names every bad key, one a line. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

const wholeNumber = (fallback: number, least: number, most: number) =>
  z.pipe(
    z._default(
      z.string().check(z.regex(/^\d{1,9}$/, `must be a whole number from ${least} to ${most}`)),
      String(fallback),
    ),
    z.pipe(
      z.transform(Number),
      z
        .number()
        .check(z.minimum(least, `must be at least ${least}`), z.maximum(most, `must be at most ${most}`)),
    ),
  );

/** Visible ASCII (RFC 6749 appendix A: VSCHAR) without the space that would break the header. */
const credential = (fallback: string) =>
  z._default(z.string().check(z.regex(/^[\x21-\x7e]+$/, 'must be visible ASCII characters')), fallback);

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

const originList = z.pipe(
  z._default(z.string(), 'http://localhost:3000'),
  z.pipe(
    z.transform((text: string) => text.split(',').map((part) => part.trim().replace(/\/$/, ''))),
    z
      .array(
        z
          .string()
          .check(z.refine(isOrigin, 'must be origins such as http://localhost:3000, split by commas')),
      )
      .check(z.minLength(1)),
  ),
);

const faultsFromJson = z.pipe(
  z._default(z.string(), '[]'),
  z.pipe(
    z.transform((text: string, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.issues.push({ code: 'custom', message: 'must be JSON', input: text });
        return z.NEVER;
      }
    }),
    faultListSchema,
  ),
);

const environmentSchema = z.object({
  SANDBOX_PORT: wholeNumber(4400, 0, 65_533),
  PLATFORM_CLIENT_ID: credential('droppoint-sandbox'),
  PLATFORM_CLIENT_SECRET: credential('sandbox-secret-not-for-production-0123456789'),
  APP_ORIGIN: originList,
  SANDBOX_BASIC: z._default(z.enum(['plain', 'rfc6749', 'both'], 'must be plain, rfc6749 or both'), 'both'),
  SANDBOX_ROTATE_REFRESH: z._default(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  SANDBOX_ACCESS_TOKEN_SECONDS: wholeNumber(300, 1, 31_536_000),
  SANDBOX_REFRESH_TOKEN_SECONDS: wholeNumber(86_400, 1, 31_536_000),
  SANDBOX_CODE_SECONDS: wholeNumber(60, 1, 3_600),
  SANDBOX_MAX_PER_PAGE: wholeNumber(500, 1, 100_000),
  SANDBOX_POINTS: wholeNumber(153_600, 0, 5_000_000),
  SANDBOX_SEED: wholeNumber(1, 0, 999_999_999),
  SANDBOX_STREETS: z.optional(z.string()),
  SANDBOX_DATA: z.optional(z.string()),
  SANDBOX_FAULTS: faultsFromJson,
});

/**
 * Reads the settings from environment variables; an empty value counts as absent.
 * @throws SettingsError naming every bad key at once.
 */
export function parseSandboxSettings(environment: Record<string, string | undefined>): SandboxSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new SettingsError(`The sandbox cannot start with these settings:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  return {
    port: values.SANDBOX_PORT,
    clientId: values.PLATFORM_CLIENT_ID,
    clientSecret: values.PLATFORM_CLIENT_SECRET,
    appOrigins: values.APP_ORIGIN,
    basic: values.SANDBOX_BASIC,
    rotateRefresh: values.SANDBOX_ROTATE_REFRESH === 'on',
    accessTokenSeconds: values.SANDBOX_ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: values.SANDBOX_REFRESH_TOKEN_SECONDS,
    codeSeconds: values.SANDBOX_CODE_SECONDS,
    maxPerPage: values.SANDBOX_MAX_PER_PAGE,
    points: values.SANDBOX_POINTS,
    seed: values.SANDBOX_SEED,
    streets: values.SANDBOX_STREETS,
    dataFile: values.SANDBOX_DATA,
    faults: values.SANDBOX_FAULTS,
  };
}
