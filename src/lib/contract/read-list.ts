import * as z from 'zod/mini';
import { splitCountries, toCountryCode } from './country-code.ts';

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
