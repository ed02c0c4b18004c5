import * as z from 'zod/mini';

/** As attributes and queries write a list: separated by commas or blanks. */
export const splitList = (given: string) => given.split(/[\s,]+/).filter((item) => item !== '');

/**
 * @param split takes a text apart
 * @param tidy writes an item as it is meant
 */
function readList(split: (given: string) => string[], tidy = (item: string) => item) {
  return z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given: string | string[]) =>
      (typeof given === 'string' ? split(given) : given)
        .map((item) => tidy(item.trim()))
        .filter((item) => item !== ''),
    ),
  );
}

/** A list as an array, or as an attribute writes it. */
export const list = () => readList(splitList);

/**
 * Wanted values of a dimension of the filter (filter-dimensions.ts). Countries are ISO 3166-1 alpha-2 codes; what stands between commas may
 * be a country's English name of several words.
 */
export const readDimensionList = ({ field }: { field: string }) =>
  field === 'country' ? readList(splitCountries, toCountryCode) : list();

/** Countries as a list writes them: what stands between commas is one name, or codes between blanks. */
export function splitCountries(given: string): string[] {
  return given
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => (findCountryCode(part.toUpperCase()) === undefined ? part.split(/\s+/) : [part]));
}

/**
 * @param country a code in any case, or an English name
 * @returns ISO 3166-1 alpha-2, in capitals, the one in use today (`GB` for `UK`); what isn't understood comes back in capitals
 */
export function toCountryCode(country: string): string {
  const capitals = country.toUpperCase();
  return /^[A-Z]{2}$/.test(capitals) ? toCodeInUse(capitals) : (findCountryCode(capitals) ?? capitals);
}

/** Locales know what has become of codes that nobody uses any more: `DD` is Germany too. */
const toCodeInUse = (code: string) => new Intl.Locale(`und-${code}`).region ?? code;

/** @param name in English, in capitals */
function findCountryCode(name: string): string | undefined {
  return name.length <= 2 ? undefined : (codesByName ??= readNames()).get(name);
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** The names that the runtime knows; made when the first one is looked up, for most lists are of codes. */
function readNames(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(codes.map((code) => [names.of(code)?.toUpperCase() ?? code, toCodeInUse(code)]));
}
