import * as z from 'zod/mini';
import { decodeBase64Url } from './base64.ts';
import { readJsonText } from './json-text.ts';

/** The right that a link grants: to create one return. */
const grantSchema = z.object({
  /** Identifies one return per secret, however often the link is used. */
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  orderNumber: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Where the parcel is handed in, ISO 3166-1 alpha-2. */
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** When the link expires, in seconds since 1970. */
  endsAt: z.int().check(z.positive()),
});

export type ReturnGrant = z.infer<typeof grantSchema>;

/**
 * Where the return that a link created is stored. Shops choose ids, so each secret has its own names and
 * keys.
 */
export interface ReturnKey {
  /** A hash of the secret and the id, base64url, which reveals neither. */
  name: string;
  /** 32 bytes: the key that seals the stored data. */
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ReturnLinkOptions extends Pick<ReturnGrant, 'orderNumber' | 'countryCode'> {
  /** Droppoint's origin: `https://points.example`. */
  origin: string;
  /** One of the operator's `RETURN_LINK_SECRETS`. It must never reach a page. */
  secret: string;
  expiresAt: Date;
  /**
   * Letters, digits, `_` and `-`. Links with the same id and secret are for the same return. Default: a new
   * id.
   */
  id?: string;
}

/** Minimum length: 24 random bytes in base64. */
export const LEAST_SECRET = 32;
/** Prefixes of the signed text, so that a signature for one purpose can't be used for another. */
const PURPOSES = {
  link: 'droppoint-return-1.',
  name: 'droppoint-return-name-1.',
  seal: 'droppoint-return-seal-1.',
};
const LINK = /^([\w-]{1,1000})\.([\w-]{43})$/;

/**
 * Creates a link with which a customer can create a return of an order, once, until the link expires. The
 * whole link is signed (HMAC-SHA256), and none of it is secret: it contains the order number and nothing
 * about the customer. The data is in the fragment, which browsers never send to a server.
 * @returns `https://points.example/parcel#return=…`; the page asks for email and phone, and creates the
 *   return when the customer presses a button
 * @throws TypeError for invalid options
 */
export async function createReturnLink(options: ReturnLinkOptions): Promise<string> {
  const { origin, secret, orderNumber, countryCode, expiresAt, id = crypto.randomUUID() } = options;
  if (secret.length < LEAST_SECRET)
    throw new TypeError(`secret must have at least ${LEAST_SECRET} characters.`);
  const endsAt = Math.floor(expiresAt.getTime() / 1000);
  const { success, data, error } = grantSchema.safeParse({ id, orderNumber, countryCode, endsAt });
  if (!success) throw new TypeError(`Invalid return link: ${z.prettifyError(error)}`);
  const payload = encode(new TextEncoder().encode(JSON.stringify(data)));
  const signature = await sign(await importSecret(secret), 'link', payload);
  return `${new URL(origin).origin}/parcel#return=${payload}.${encode(signature)}`;
}

/**
 * Reads the part of a link after `#return=`.
 * @param secrets any of them may have signed it, so that they can be replaced without a gap
 * @returns `invalid` if none of them signed it, or if any character was changed
 */
export async function readReturnLink(
  link: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<{ grant: ReturnGrant; key: ReturnKey } | 'invalid' | 'expired'> {
  const [, payload = '', encodedSignature = ''] = LINK.exec(link) ?? [];
  const signature = decodeBase64Url(encodedSignature);
  // The last character has unused bits, so four different texts decode to the same bytes: accept only one.
  if (signature === null || encode(signature) !== encodedSignature) return 'invalid';
  for (const secret of secrets) {
    const imported = await importSecret(secret);
    // Web Crypto compares in constant time.
    if (!(await crypto.subtle.verify('HMAC', imported, signature, toSign('link', payload)))) continue;
    const { success, data } = grantSchema.safeParse(readJsonText(decodeBase64Url(payload) ?? ''));
    if (!success) return 'invalid';
    if (data.endsAt * 1000 <= nowMs) return 'expired';
    const [name, bytes] = [await sign(imported, 'name', data.id), await sign(imported, 'seal', data.id)];
    return { grant: data, key: { name: encode(name), bytes } };
  }
  return 'invalid';
}

type Purpose = keyof typeof PURPOSES;

const toSign = (purpose: Purpose, text: string) => new TextEncoder().encode(PURPOSES[purpose] + text);

const sign = async (secret: CryptoKey, purpose: Purpose, text: string) =>
  new Uint8Array(await crypto.subtle.sign('HMAC', secret, toSign(purpose, text)));

const importSecret = (secret: string) =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);

/** Base64url without padding (RFC 4648 §5). */
const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
