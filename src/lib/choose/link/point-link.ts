import { isJsonObject } from '#platform/json-text.ts';
import { peekSigned } from '#platform/signed-text.ts';

/** Name of an order's link in the page's fragment (see `createPointLink`). */
const NAME = 'order';

/**
 * Reads a shop's link from an address's fragment. null if there is none, or in a frame, where the
 * surrounding page could trick the user into pressing the button.
 */
export const readOrderFragment = (
  { hash }: Pick<Location, 'hash'>,
  isFramed = parent !== window,
): string | null => (isFramed ? null : new URLSearchParams(hash.slice(1)).get(NAME));

export const writeOrderFragment = (link: string): string => `#${NAME}=${link}`;

/**
 * Reads the language that a link asks for. Nothing else of a link is shown before the function has verified
 * it.
 * @returns a BCP 47 tag; null if it has none
 */
export function peekLanguage(link: string): string | null {
  const claimed = peekSigned(link);
  const tag = isJsonObject(claimed) ? claimed['language'] : null;
  return typeof tag === 'string' && tag !== '' ? tag : null;
}
