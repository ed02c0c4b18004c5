import { parseUrl } from './parse-url.ts';
import * as z from 'zod/mini';
import { isLoopback, isSafeAddress } from './safe-address.ts';
import { isJsonObject } from './json-text.ts';
import { checkSecret, LEAST_SECRET, peekSigned, readSigned, toEndsAt, writeSigned } from './signed-text.ts';

/** A secret with the name of its shop: `fern:…`. The name is public. */
const SHOP_SECRET = new RegExp(String.raw`^([\w-]{1,40}):.{${LEAST_SECRET},}$`);
export const SHOP_SECRET_FORM = `a shop’s name, a colon and at least ${LEAST_SECRET} characters, like fern:…`;

/** @returns the name of the shop in a secret; undefined if it isn't a shop's secret */
export const shopOfSecret = (secret: string): string | undefined => SHOP_SECRET.exec(secret)?.[1];

/** @throws TypeError if the secret isn't a shop's, isn't set, or can be guessed */
function readShop(secret: unknown): string {
  checkSecret(secret);
  const shop = shopOfSecret(secret);
  if (shop === undefined)
    throw new TypeError(`secret must be as in POINT_LINK_SECRETS: ${SHOP_SECRET_FORM}.`);
  return shop;
}

const MAX_ADDRESS = 1_000;

/**
 * An address of the shop's: https (http for this machine), with a host by name. `result` is the parameter
 * that Droppoint adds.
 */
const shopAddress = z.string().check(
  z.maxLength(MAX_ADDRESS),
  z.refine(isShopAddress, {
    error:
      'must be an https address of a host by name, without user, fragment or a parameter named result, as new URL(…).href writes it',
  }),
);

function isShopAddress(text: string): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  const { href, hostname, username, password, hash, searchParams } = url;
  // No other spelling: tabs, backslashes or capitals could be read as another address elsewhere.
  if (href !== text || !isSafeAddress(url)) return false;
  if (username + password + hash !== '' || searchParams.has('result')) return false;
  return isLoopback(hostname) || !/^\[|^[\d.]+$/.test(hostname);
}

const textList = z.union([z.string(), z.array(z.string())]);

/** The right that a link grants: to choose the point of one order, within the shop's conditions. */
const grantSchema = z.object({
  /** Name of the shop, whose secrets alone can have signed it. */
  shop: z.string(),
  /** Identifies the order for the shop, which finds it by the result's id. */
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  orderNumber: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The present point; absent if none has been chosen. */
  value: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
  /** Where that point is, or the customer's address: others near it are offered. */
  position: z.optional(
    z.object({
      latitude: z.number().check(z.gte(-90), z.lte(90)),
      longitude: z.number().check(z.gte(-180), z.lte(180)),
    }),
  ),
  /** Why another point is needed, as the shop says it. */
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  country: z.optional(textList),
  type: z.optional(textList),
  locationType: z.optional(textList),
  excludeIds: z.optional(z.array(z.string())),
  filter: z.optional(z.record(z.string(), z.unknown())),
  /** BCP 47. */
  language: z.optional(z.string().check(z.regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,8}$/))),
  returnTo: shopAddress,
  notify: z.optional(shopAddress),
  /** When the link expires, in seconds since 1970. */
  endsAt: z.int().check(z.positive()),
});

export type PointGrant = z.infer<typeof grantSchema>;

export interface PointLinkOptions {
  /** Droppoint's origin: `https://points.example`. */
  origin: string;
  /** One of your shop's in the operator's `POINT_LINK_SECRETS`: `fern:…`. It must never reach a page. */
  secret: string;
  /**
   * Identifies the order on your server, which finds it by the result's id: letters, digits, `_` and `-`, at
   * most 64. Never a number that others could guess, if that is all that your server checks.
   */
  id: string;
  /** The customer knows the order by it; the page shows it. */
  orderNumber: string;
  /** The order's present point. Leave it out if none has been chosen, as in an order by phone. */
  value?: string | undefined;
  /** Where that point is, in degrees: others near it are offered even if it closed long ago. */
  position?: { latitude: number; longitude: number } | undefined;
  /** Your own sentence why another point is needed. If the present point has closed, the page says so itself. */
  reason?: string | undefined;
  /** The conditions, as in a check: Droppoint signs no point that doesn't match them. */
  country?: string | readonly string[] | undefined;
  type?: string | readonly string[] | undefined;
  locationType?: string | readonly string[] | undefined;
  excludeIds?: readonly string[] | undefined;
  filter?: Readonly<Record<string, unknown>> | undefined;
  /** BCP 47: the page's language. Default: the browser's. */
  language?: string | undefined;
  /** Your page that the customer comes to, with `result`: https (http on this machine). */
  returnTo: string;
  /** Your server's address to which Droppoint posts the result too, for customers who close the page. */
  notify?: string | undefined;
  expiresAt: Date;
}

/** A point that a customer has chosen with a link. */
const choiceSchema = z.object({
  /** The link's. Find the order by it, never by the page's address. */
  id: z.string(),
  orderNumber: z.string(),
  /** The point's id. */
  point: z.string(),
  /** ISO 8601 with milliseconds. Of several choices for an order, the newest is meant. */
  chosenAt: z.string(),
  /** When the result expires, in seconds since 1970. */
  endsAt: z.int(),
});

export type PointChoice = z.infer<typeof choiceSchema>;

/** Enough for a slow redirect, and for a notification that is sent again. */
const RESULT_SECONDS = 600;

/**
 * Creates a link with which a customer can choose the point of one order until it expires: after an order
 * by phone, to change the point, or because it has closed. The whole link is signed (HMAC-SHA256), and none
 * of it is secret: put nothing about the customer into it. It is in the fragment, which browsers never send
 * to a server.
 * @returns `https://points.example/choose#order=…`; after the choice, the customer comes to
 *   `returnTo?result=…`, which `readPointChoice` reads
 * @throws TypeError for invalid options
 */
export async function createPointLink(options: PointLinkOptions): Promise<string> {
  const { origin, secret, expiresAt, returnTo, notify, ...rest } = options;
  const grant = {
    shop: readShop(secret),
    ...rest,
    returnTo: normalize(returnTo),
    ...(notify !== undefined && { notify: normalize(notify) }),
    endsAt: toEndsAt(expiresAt),
  };
  const { success, data, error } = grantSchema.safeParse(grant);
  if (!success) throw new TypeError(`Invalid point link: ${z.prettifyError(error)}`);
  return `${new URL(origin).origin}/choose#order=${await writeSigned('point', data, secret)}`;
}

const normalize = (address: string) => parseUrl(address)?.href ?? address;

/**
 * Reads the part of a link after `#order=`.
 * @param secrets of all shops. Only those of the shop that the link names are tried, so that the time
 *   doesn't depend on how many shops there are
 * @returns what the link grants, and the secret that signed it; `invalid` if none did, or if any character
 *   was changed
 */
export async function readPointLink(
  link: string,
  secrets: readonly string[],
  nowMs: number,
): Promise<{ grant: PointGrant; secret: string } | 'invalid' | 'expired'> {
  const claimed = peekSigned(link);
  const shop = isJsonObject(claimed) ? claimed['shop'] : undefined;
  const own = secrets.filter((secret) => shopOfSecret(secret) === shop);
  const read = await readSigned('point', link, grantSchema, own, nowMs);
  return typeof read === 'string' ? read : { grant: read.data, secret: read.secret };
}

/**
 * Signs a choice with the secret of its link, which the shop therefore has.
 * @returns the text that `readPointChoice` reads
 */
export function writePointChoice(
  { id, orderNumber }: Pick<PointGrant, 'id' | 'orderNumber'>,
  point: string,
  secret: string,
  nowMs: number,
): Promise<string> {
  const chosenAt = new Date(nowMs).toISOString();
  const endsAt = Math.floor(nowMs / 1000) + RESULT_SECONDS;
  const choice: PointChoice = { id, orderNumber, point, chosenAt, endsAt };
  return writeSigned('choice', choice, secret);
}

/**
 * Reads the result of a point link: the parameter `result` of the page that the customer comes to, or of the
 * notification. It is valid for ten minutes and can be sent again in that time, so accept it only if its
 * `chosenAt` is newer than the order's last choice and the parcel hasn't been sent. Then check the point as
 * any other: the signature says who chose it, not that it is still open.
 * @param secrets your shop's, so that they can be replaced without a gap
 * @returns `invalid` if none of them signed it, or if any character was changed; `expired` after ten minutes
 * @throws TypeError if a secret is missing or too short
 */
export async function readPointChoice(
  result: string | null | undefined,
  secrets: readonly string[],
  nowMs: number = Date.now(),
): Promise<PointChoice | 'invalid' | 'expired'> {
  if (!Array.isArray(secrets) || secrets.length === 0)
    throw new TypeError('secrets must be an array of at least one secret.');
  for (const secret of secrets) readShop(secret);
  const read = await readSigned('choice', result ?? '', choiceSchema, secrets, nowMs);
  return typeof read === 'string' ? read : read.data;
}
