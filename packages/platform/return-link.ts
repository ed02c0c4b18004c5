import * as z from 'zod/mini';
import { decodeBase64Url } from './base64.ts';
import { readJsonText } from './json-text.ts';

/** What a link allows: to create one return. */
const grantSchema = z.object({
  /** Each id of a secret is one return, however often the link is used. */
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  orderNumber: z.string().check(z.minLength(1), z.maxLength(100)),
  /** Where the parcel is handed in, ISO 3166-1 alpha-2. */
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
  /** When the link ends, seconds since 1970. */
  endsAt: z.int().check(z.positive()),
});

export type ReturnGrant = z.infer<typeof grantSchema>;

/** What is known of a return that a link has created is stored by this. Shops choose ids, so each secret has its own names and keys. */
export interface ReturnKey {
  /** A hash of the secret and the id, base64url: neither can be told from it. */
  name: string;
  /** 32 bytes that seal what is stored. */
  bytes: Uint8Array<ArrayBuffer>;
}

export interface ReturnLinkOptions extends Pick<ReturnGrant, 'orderNumber' | 'countryCode'> {
  /** Of Droppoint: `https://points.example`. */
  origin: string;
  /** One of the operator's `RETURN_LINK_SECRETS`. It must not get into a page. */
  secret: string;
  expiresAt: Date;
  /** Letters, digits, `_` and `-`: a link with the same id and secret is for the same return. Default: a new one. */
  id?: string;
}

/** As many characters as 24 random bytes have in base64. */
export const LEAST_SECRET = 32;
/** Signed before each link and each id, so that a signature is of use for nothing else. */
const PURPOSES = {
  link: 'droppoint-return-1.',
  name: 'droppoint-return-name-1.',
  seal: 'droppoint-return-seal-1.',
};
const LINK = /^([\w-]{1,1000})\.([\w-]{43})$/;

/**
 * Makes the link with which a customer creates a return of an order, once, until it expires. All of it is signed (HMAC-SHA256) and none of it
 * is secret: it holds the order number, and nothing of the customer. It is in the fragment, which browsers send to no server.
 * @returns `https://points.example/parcel#return=…`; the page asks for email and phone, and creates the return when a button is pressed
 * @throws TypeError for options that are none
 */
export async function createReturnLink(options: ReturnLinkOptions): Promise<string> {
  const { origin, secret, orderNumber, countryCode, expiresAt, id = crypto.randomUUID() } = options;
  if (secret.length < LEAST_SECRET)
    throw new TypeError(`The secret must have ${LEAST_SECRET} characters at least.`);
  const endsAt = Math.floor(expiresAt.getTime() / 1000);
  const { success, data, error } = grantSchema.safeParse({ id, orderNumber, countryCode, endsAt });
  if (!success) throw new TypeError(`A return can't have this: ${z.prettifyError(error)}`);
  const payload = encode(new TextEncoder().encode(JSON.stringify(data)));
  const signature = await sign(await importSecret(secret), 'link', payload);
  return `${new URL(origin).origin}/parcel#return=${payload}.${encode(signature)}`;
}

/**
 * Reads what stands behind the `#return=` of a link.
 * @param secrets any of them may have signed it, so that they can be replaced without a gap
 * @returns `invalid` if none has, or another character is in it than was written
 */
export async function readReturnLink(
  link: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<{ grant: ReturnGrant; key: ReturnKey } | 'invalid' | 'expired'> {
  const [, payload = '', written = ''] = LINK.exec(link) ?? [];
  const signature = decodeBase64Url(written);
  // The last character has bits without a meaning: four texts decode to the same bytes.
  if (signature === null || encode(signature) !== written) return 'invalid';
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
