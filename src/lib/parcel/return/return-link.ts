/** Name of a return's link in the fragment of the parcels' page (`createReturnLink`). */
const NAME = 'return';

/** A shop's link for a return, in an address's fragment; null: there is none, or this is a frame, whose page could have its button pressed. */
export const linkIn = ({ hash }: Pick<Location, 'hash'>, isFramed = parent !== window): string | null =>
  isFramed ? null : new URLSearchParams(hash.slice(1)).get(NAME);

export const writeLink = (link: string): string => `#${NAME}=${link}`;
