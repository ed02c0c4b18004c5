/** Placeholders for unknown values in feeds. Only zeros are neither a postcode nor a building number. */
const UNKNOWN = /^(unknown|undefined|null|none|nan|n\/?a|[\s0.?*–—-]*)$/i;

/**
 * Cleans a text from the platform: no mark-up, no doubled apostrophes (`BOIS D''HAINE`); empty for a
 * placeholder.
 */
export function readKnown(content: string): string {
  const text = tidy(content).replaceAll("''", "'");
  return UNKNOWN.test(text) ? '' : text;
}

/** Removes tags and repeated white space, because real feeds contain `</br>` and double spaces. */
export function tidy(content: string): string {
  return content
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Longer than any real code. Longer values would only enlarge the tables. */
const MAX_LENGTH = 80;

/** Parses an item's value of a dimension; empty if it isn't known. */
export function readDimension(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return '';
  return readKnown(value);
}
