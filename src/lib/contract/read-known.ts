/** How feeds fill a field of which they know nothing. Zeros alone are no postcode and no house. */
const UNKNOWN = /^(unknown|undefined|null|none|nan|n\/?a|[\s0.?*–—-]*)$/i;

/** A text of the platform's without mark-up and doubled apostrophes (`BOIS D''HAINE`); empty where it says that nothing is known. */
export function readKnown(content: string): string {
  const text = tidy(content).replaceAll("''", "'");
  return UNKNOWN.test(text) ? '' : text;
}

/** Real feeds carry `</br>` and doubled blanks in their texts; people should see neither. */
export function tidy(content: string): string {
  return content
    .replace(/<\/?[a-z][^<>]{0,100}>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Longer than any code; what is longer is garbage that would only swell tables. */
const MAX_LENGTH = 80;

/** Reads a dimension of an item. */
export function readDimension(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return '';
  return readKnown(value);
}
