import type * as z from 'zod/mini';
import { decodeBase64Url } from './base64.ts';
import { readJsonText } from './json-text.ts';

/**
 * Prefixes of what is signed, so that a signature for one purpose can't be used for another, even with the
 * same secret.
 */
const PURPOSES = {
  /** A customer's right to create one return. */
  return: 'droppoint-return-1.',
  returnName: 'droppoint-return-name-1.',
  returnSeal: 'droppoint-return-seal-1.',
  /** A customer's right to choose the point of one order. */
  point: 'droppoint-point-1.',
  /** The point that the customer has chosen with such a link. */
  choice: 'droppoint-choice-1.',
};

export type Purpose = keyof typeof PURPOSES;

/** Minimum length of a secret: 24 random bytes in base64. */
export const LEAST_SECRET = 32;
/** Maximum length of a signed text's payload, in characters: every server accepts it in an address. */
const MAX_PAYLOAD = 6_000;
/** The data as JSON, and the signature of these characters, both in base64url. */
const SIGNED = new RegExp(String.raw`^([\w-]{1,${MAX_PAYLOAD}})\.([\w-]{43})$`);

/** Signed data ends: `endsAt` is in seconds since 1970. */
type Ending = { endsAt: number };

/** @throws TypeError if the secret can be guessed, or isn't set */
export function checkSecret(secret: unknown): asserts secret is string {
  if (typeof secret === 'string' && secret.length >= LEAST_SECRET) return;
  throw new TypeError(`secret must have at least ${LEAST_SECRET} characters.`);
}

/** Converts a date to `endsAt`. An invalid date becomes NaN, which no schema accepts. */
export const toEndsAt = (date: Date): number => Math.floor(date.getTime() / 1000);

/**
 * Signs data that another server will read from a customer's browser (HMAC-SHA256). Anyone can read it, and
 * no one can change it.
 * @returns `<payload>.<signature>`, in characters that an address's fragment and query may contain
 * @throws TypeError if the data is too long
 */
export async function writeSigned(purpose: Purpose, data: Ending, secret: string): Promise<string> {
  const payload = encodeBase64Url(new TextEncoder().encode(JSON.stringify(data)));
  if (payload.length > MAX_PAYLOAD)
    throw new TypeError(`The link's data has ${payload.length} characters, more than ${MAX_PAYLOAD}.`);
  return `${payload}.${encodeBase64Url(await sign(purpose, payload, secret))}`;
}

/**
 * Reads what `writeSigned` wrote.
 * @param secrets any of them may have signed it, so that they can be replaced without a gap
 * @returns the data and the secret that signed it; `invalid` if none did for this purpose, or if any
 *   character was changed; `expired` at its end
 */
export async function readSigned<Data extends Ending>(
  purpose: Purpose,
  text: string,
  schema: z.ZodMiniType<Data>,
  secrets: readonly string[],
  nowMs: number,
): Promise<{ data: Data; secret: string } | 'invalid' | 'expired'> {
  const [, payload = '', encodedSignature = ''] = SIGNED.exec(text) ?? [];
  const signature = decodeBase64Url(encodedSignature);
  // The last character has unused bits, so four different texts decode to the same bytes: accept only one.
  if (signature === null || encodeBase64Url(signature) !== encodedSignature) return 'invalid';
  for (const secret of secrets) {
    const key = await importSecret(secret);
    // Web Crypto compares in constant time.
    if (!(await crypto.subtle.verify('HMAC', key, signature, toSign(purpose, payload)))) continue;
    const { success, data } = schema.safeParse(readJsonText(decodeBase64Url(payload) ?? ''));
    if (!success) return 'invalid';
    return data.endsAt * 1000 <= nowMs ? 'expired' : { data, secret };
  }
  return 'invalid';
}

/** Reads the data of a signed text without checking who signed it. @returns undefined if it isn't one */
export const peekSigned = (text: string): unknown =>
  readJsonText(decodeBase64Url(SIGNED.exec(text)?.[1] ?? '') ?? '');

/** @returns the 32 bytes of the signature of a text for a purpose */
export const sign = (purpose: Purpose, text: string, secret: string) =>
  signText(PURPOSES[purpose] + text, secret);

/**
 * Signs a text that can't be mistaken for one with a purpose, as a webhook's, which begins with its time.
 * @returns 32 bytes
 */
export const signText = async (text: string, secret: string) =>
  new Uint8Array(
    await crypto.subtle.sign('HMAC', await importSecret(secret), new TextEncoder().encode(text)),
  );

const toSign = (purpose: Purpose, text: string) => new TextEncoder().encode(PURPOSES[purpose] + text);

const importSecret = (secret: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

/** Standard Base64 (RFC 4648 §4). */
export const encodeBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** Base64url without padding (RFC 4648 §5). */
export const encodeBase64Url = (bytes: Uint8Array) =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
