import { isUnknown, removeTags } from './plain-text.ts';

/** Longer than any real code. Longer values would only enlarge the tables. */
const MAX_LENGTH = 80;

/** Parses an item's value of a dimension; empty if it isn't known. */
export function readDimension(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return '';
  const text = removeTags(value).replace(/\s+/g, ' ').trim();
  return isUnknown(text) ? '' : text;
}
