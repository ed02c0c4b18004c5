import * as z from 'zod/mini';
import { checkSecret, encodeBase64Url, readSigned, sign, toEndsAt, writeSigned } from './signed-text.ts';

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
  checkSecret(secret);
  const grant = { id, orderNumber, countryCode, endsAt: toEndsAt(expiresAt) };
  const { success, data, error } = grantSchema.safeParse(grant);
  if (!success) throw new TypeError(`Invalid return link: ${z.prettifyError(error)}`);
  return `${new URL(origin).origin}/parcel#return=${await writeSigned('return', data, secret)}`;
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
  const read = await readSigned('return', link, grantSchema, secrets, nowMs);
  if (typeof read === 'string') return read;
  const { data: grant, secret } = read;
  const name = encodeBase64Url(await sign('returnName', grant.id, secret));
  return { grant, key: { name, bytes: await sign('returnSeal', grant.id, secret) } };
}
