import { parseUrl } from '#platform/parse-url.ts';
import * as z from 'zod/mini';
import { isLoopback, isSafeAddress } from '#platform/safe-address.ts';

/**
 * Addresses to which `/choose` may return a choice (the setting CHOOSE_RETURNS). They are compared as
 * whole texts, as RFC 9700 §4.1.3 demands of redirect URIs: nothing is decoded, completed or shortened,
 * so that no two spellings can mean different things to us and to a browser.
 */

/** Answer of `GET /api/choose`. */
export const chooseReturnsSchema = z.looseObject({ returns: z.array(z.string()) });

export type ChooseReturns = z.infer<typeof chooseReturnsSchema>;

/** Parameters that the page adds to a return address. */
export const RETURN_PARAMETERS = ['point', 'state', 'status', 'was', 'summary', 'result'] as const;

/**
 * Schemes that belong to browsers, systems or other protocols: an app's own must be none of them. `intent`
 * starts any app on Android.
 */
const FOREIGN_SCHEME =
  /^(about|android-app|blob|chrome(-\w+)?|content|data|facetime(-audio)?|file|filesystem|ftps?|geo|intent|itms(-\w+)?|javascript|jar|ldaps?|livescript|mailto|market|mocha|moz-extension|ms-[\w-]+|news|opera|resource|s?sms(to)?|ssh|search-ms|tel|telnet|urn|vbscript|view-source|vnc|wais|wss?|wyciwyg|x-apple[\w.-]*):$/;

/**
 * Characters that browsers drop or rewrite, a wildcard, a fragment, and what would end an entry of a
 * policy or a list.
 */
// eslint-disable-next-line no-control-regex -- they are what is refused
const UNUSABLE = /[\u0000-\u0020\u007f-\uffff\\*#;,"'<>^`{|}]/;

/**
 * Says why an address can't be on the list of returns: a predicate for the operator, without a full stop;
 * null for one that can.
 */
export function findReturnProblem(text: string): string | null {
  const url = parseUrl(text);
  if (url === null)
    return 'must be addresses like https://shop.example/checkout/point or com.shop.app:/point';
  if (UNUSABLE.test(text)) return 'must be addresses without spaces, commas, ";", "\\", "*" or "#"';
  if (url.username !== '' || url.password !== '') return 'must be addresses without a user name';
  if (FOREIGN_SCHEME.test(url.protocol)) return `can’t contain an address that begins with ${url.protocol}`;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (isWeb && !isSafeAddress(url))
    return 'must be addresses that begin with https://, or with an app’s own scheme (http:// is only allowed for this machine)';
  if (url.href !== text) return `must be written as browsers write them: ${url.href}`;
  const taken = RETURN_PARAMETERS.find((name) => url.searchParams.has(name));
  return taken === undefined ? null : `can’t contain the parameter ${taken}, which the page adds`;
}

/** The port of a loopback address, and the two parts around it. */
const LOOPBACK_PORT = /^(http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])):([1-9]\d{0,4})(?=\/)/;

/**
 * Whether a choice may be returned to an address. An address of this machine that is listed without a
 * port is meant with any, because native apps listen on a free one (RFC 8252 §7.3).
 * @param returns the operator's list, each without a problem by `findReturnProblem`
 */
export function isListedReturn(address: string, returns: readonly string[]): boolean {
  if (returns.includes(address)) return true;
  return parseUrl(address) !== null && returns.includes(address.replace(LOOPBACK_PORT, '$1'));
}

/** Adds parameters to a listed address, whose own text stays as it is. */
export function writeReturn(address: string, parameters: Readonly<Record<string, string>>): string {
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(parameters)}`;
}

/**
 * Where forms may be sent, for a page's policy (CSP 3 §6.4.1): the origins of the listed web addresses,
 * each once.
 */
export function listFormTargets(returns: readonly string[]): string[] {
  const origins = returns.flatMap((address) => {
    const { protocol, origin, port, hostname } = new URL(address);
    if (protocol !== 'https:' && protocol !== 'http:') return [];
    return [protocol === 'http:' && port === '' && isLoopback(hostname) ? `${origin}:*` : origin];
  });
  return [...new Set(origins)];
}
