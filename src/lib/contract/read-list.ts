import * as z from 'zod/mini';

/** A list as an array, or as an attribute writes it: separated by commas or blanks. */
export function list() {
  return readList(
    (given) => given.split(/[\s,]+/),
    (item) => item,
  );
}

/**
 * @param split takes a text apart
 * @param tidy writes an item as it is meant
 */
export function readList(split: (given: string) => string[], tidy: (item: string) => string) {
  return z.pipe(
    z.union([z.string(), z.array(z.string())]),
    z.transform((given: string | string[]) =>
      (typeof given === 'string' ? split(given) : given)
        .map((item) => tidy(item.trim()))
        .filter((item) => item !== ''),
    ),
  );
}
