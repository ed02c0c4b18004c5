import * as z from 'zod/mini';

/** Splits a list from an attribute or query at commas or white space. */
export const splitList = (text: string) => text.split(/[\s,]+/).filter((item) => item !== '');

/**
 * Creates a schema for a list, as an array or a text.
 * @param split splits a text
 * @param tidy normalizes an item
 */
function readList(split: (text: string) => string[], tidy = (item: string) => item) {
  return z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((input: string | string[]) =>
      (typeof input === 'string' ? split(input) : input)
        .map((item) => tidy(item.trim()))
        .filter((item) => item !== ''),
    ),
  );
}

/** A schema for a list, as an array or as a text as in attributes. */
export const list = () => readList(splitList);

/**
 * A schema for the accepted values of a dimension (filter-dimensions.ts). Countries become ISO 3166-1
 * alpha-2 codes; a country's English name of several words is accepted between commas.
 */
export const readDimensionList = ({ field }: { field: string }) =>
  field === 'country' ? readList(splitCountries, toCountryCode) : list();

/**
 * Splits a list of countries. A part between commas is one name, or several codes separated by white space.
 */
export function splitCountries(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => (findCountryCode(part.toUpperCase()) === undefined ? part.split(/\s+/) : [part]));
}

/**
 * @param country a code in any case, or an English name
 * @returns the ISO 3166-1 alpha-2 code in use today (`GB` for `UK`), in upper case; the input in upper case if it isn't known
 */
export function toCountryCode(country: string): string {
  const capitals = country.toUpperCase();
  return /^[A-Z]{2}$/.test(capitals) ? toCodeInUse(capitals) : (findCountryCode(capitals) ?? capitals);
}

/** Replaces a withdrawn code with its successor, which `Intl.Locale` knows: `DD` with `DE`. */
const toCodeInUse = (code: string) => new Intl.Locale(`und-${code}`).region ?? code;

/** @param name in English, in upper case */
function findCountryCode(name: string): string | undefined {
  return name.length <= 2 ? undefined : (codesByName ??= readNames()).get(name);
}

let codesByName: ReadonlyMap<string, string> | undefined;

/**
 * Codes by the English names that the runtime knows. Built on first use, because most lists consist of
 * codes.
 */
function readNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(codes.map((code) => [names.of(code)?.toUpperCase() ?? code, toCodeInUse(code)]));
}
