import { countriesIn, numbersIn } from '../i18n/formatters.ts';

/** The page's own language: it speaks no other, whatever the site does. */
export const LANGUAGE = 'en';

/** `12,400` */
export function formatCount(count: number): string {
  return numbersIn(LANGUAGE).format(count);
}

/** A country's name for its ISO 3166 code; a code that isn't one comes back as it is. */
export function nameRegion(code: string): string {
  try {
    return countriesIn(LANGUAGE).of(code.toUpperCase()) ?? code;
  } catch {
    return code;
  }
}
