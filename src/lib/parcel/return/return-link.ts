/** Name of a return's link in the fragment of the page for parcels (see `createReturnLink`). */
const NAME = 'return';

/**
 * Reads a shop's return link from an address's fragment. null if there is none, or in a frame, where the
 * surrounding page could trick the user into pressing the button.
 */
export const readReturnFragment = (
  { hash }: Pick<Location, 'hash'>,
  isFramed = parent !== window,
): string | null => (isFramed ? null : new URLSearchParams(hash.slice(1)).get(NAME));

export const writeReturnFragment = (link: string): string => `#${NAME}=${link}`;
