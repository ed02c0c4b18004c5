import { findPostcode } from './find-postcode.ts';
import { readCountry } from './read-country.ts';
import type { RowTexts } from './fields.ts';

const has = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';
const HAS_LETTERS = /\p{L}{2}/u;
const trimSigns = (text: string) => text.replaceAll(/^[\s,;|–-]+|[\s,;|–-]+$/gu, '');

/**
 * Moves a postcode, a town and a country that stand in another cell of the address to their own fields:
 * "00-950 Warszawa", "ul. Zielona 4/12, 00-950 Warszawa, Polska". Changes nothing unless each part is certain.
 * @param byDefault country of rows without one (ISO 3166-1 alpha-2)
 */
export function spreadAddress(texts: RowTexts, byDefault: string): RowTexts {
  const { street, city, postalCode } = texts;
  const country = readCountry(texts.country ?? '') ?? byDefault;
  if (has(city)) {
    const split = has(postalCode) ? null : splitPlace(city, country);
    return split === null ? texts : { ...texts, ...split };
  }
  if (has(postalCode)) {
    const split = splitPlace(postalCode, country);
    return split === null ? texts : { ...texts, ...split };
  }
  return has(street) ? { ...texts, ...splitWhole(street, texts, byDefault) } : texts;
}

/** Splits a postcode and a town: "00-950 Warszawa", "Warszawa, 00-950". */
function splitPlace(text: string, country: string): Pick<RowTexts, 'postalCode' | 'city'> | null {
  const found = findPostcode(text, country);
  if (found === null) return null;
  const [before, after] = [trimSigns(found.before), trimSigns(found.after)];
  const city = before === '' ? after : before;
  const isWhole = (before === '' || after === '') && HAS_LETTERS.test(city);
  return isWhole ? { postalCode: found.postcode, city } : null;
}

/** Splits an address in one cell. */
function splitWhole(text: string, { country: written }: RowTexts, byDefault: string): RowTexts {
  const parts = text.split(/[,;|]/).map((part) => part.trim());
  const named = has(written) ? null : readCountryName(parts.at(-1) ?? '');
  const own = has(written) ? readCountry(written) : named;
  const rest = named === null ? text : parts.slice(0, -1).join(', ');
  const found = findPostcode(rest, own ?? byDefault);
  if (found === null) return {};
  const [before, after] = [trimSigns(found.before), trimSigns(found.after)];
  // A name may stand before the street.
  if (!/\d/.test(before.split(/[,;|]/)[0]!)) return {};
  const country = named === null ? {} : { country: named };
  if (after !== '') {
    // A further part after the town isn't known.
    if (!HAS_LETTERS.test(after) || /[,;|]/.test(after)) return {};
    return { street: before, postalCode: found.postcode, city: after, ...country };
  }
  // "10 Downing Street, London, SW1A 2AA"
  const at = Math.max(before.lastIndexOf(','), before.lastIndexOf(';'), before.lastIndexOf('|'));
  const [street, city] = [before.slice(0, Math.max(at, 0)), trimSigns(before.slice(at + 1))];
  if (!/\d/.test(street) || /\d/.test(city) || !HAS_LETTERS.test(city)) return {};
  return { street: trimSigns(street), postalCode: found.postcode, city, ...country };
}

/** A country's name; two letters are rather a province. */
const readCountryName = (text: string) => (text.length > 2 && !/\d/.test(text) ? readCountry(text) : null);
