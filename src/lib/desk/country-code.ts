import languages from '#languages/languages.json';
import { foldName } from '#network/snapshot-format/fold.ts';

/**
 * Countries recognised by name: Europe, and others that parcels may go to. Any other two-letter code is
 * accepted as it is.
 */
export const COUNTRY_CODES =
  'AD AL AT BA BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM TR UA US VA';
/** Common names that `Intl.DisplayNames` doesn't give. */
const OTHERS: Readonly<Record<string, string>> = {
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  holland: 'NL',
  deutschland: 'DE',
  brd: 'DE',
  'ceska republika': 'CZ',
  'czech republic': 'CZ',
  'republika czeska': 'CZ',
};

let names: ReadonlyMap<string, string> | null = null;

/**
 * Maps folded country names, in all languages of this page, to codes. Built on first use, because it
 * takes a slow phone some tenths of a second.
 */
function buildCountryNames(): ReadonlyMap<string, string> {
  const codes = COUNTRY_CODES.split(' ');
  const all = [...languages.complete, ...languages.partial].flatMap((language) => {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region' });
    return codes.map((code) => [foldName(inLanguage.of(code) ?? code), code] as const);
  });
  return new Map(all);
}

/**
 * Parses a country as people write it: a code, or a name in one of the languages of this page.
 * @returns ISO 3166-1 alpha-2; null if it is neither
 */
export function readCountryCode(text: string): string | null {
  const folded = foldName(text);
  if (Object.hasOwn(OTHERS, folded)) return OTHERS[folded]!;
  if (/^[a-z]{2}$/.test(folded)) return folded.toUpperCase();
  if (folded === '') return null;
  names ??= buildCountryNames();
  return names.get(folded) ?? null;
}
