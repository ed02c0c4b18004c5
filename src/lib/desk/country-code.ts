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

/** The ISO 3166-1 alpha-3 codes of the same countries, in the same order. */
const LONG_CODES =
  'AND ALB AUT BIH BEL BGR CAN CHE CYP CZE DEU DNK EST ESP FIN FRA GBR GRC HRV HUN IRL ISL ITA LIE LTU LUX LVA MCO MDA MNE MKD MLT NLD NOR POL PRT ROU SRB SWE SVN SVK SMR TUR UKR USA VAT';

let names: ReadonlyMap<string, string> | null = null;

/**
 * Maps folded country names, in all languages of this page and in the country's own, to codes. Built on
 * first use, because it takes a slow phone some tenths of a second.
 */
function buildCountryNames(): ReadonlyMap<string, string> {
  const codes = COUNTRY_CODES.split(' ');
  const all = [...languages.complete, ...languages.partial].flatMap((language) => {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region' });
    return codes.map((code) => [foldName(inLanguage.of(code) ?? code), code] as const);
  });
  const own = codes.map((code) => {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    return [foldName(new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code), code] as const;
  });
  const long = LONG_CODES.split(' ').map((code, at) => [code.toLowerCase(), codes[at]!] as const);
  return new Map([...own, ...long, ...all]);
}

/**
 * Parses a country as people write it: a code, a name in one of the languages of this page or its own, or both.
 * @returns ISO 3166-1 alpha-2; null if it is neither
 */
export function readCountryCode(text: string): string | null {
  const folded = foldName(text);
  if (Object.hasOwn(OTHERS, folded)) return OTHERS[folded]!;
  if (/^[a-z]{2}$/.test(folded)) return folded.toUpperCase();
  if (folded === '') return null;
  names ??= buildCountryNames();
  return names.get(folded) ?? readCountryTwice(text);
}

const CODE_BESIDE =
  /^(?:([A-Z]{2,3})\s*[-–:/]\s*)?(\p{L}[\p{L}\s.'-]*?)(?:\s*[([/,-]\s*([A-Z]{2,3})[)\]]?)?$/u;

/** Reads a name with its code: "Polska (PL)", "PL - Poland". */
function readCountryTwice(text: string): string | null {
  const [, before, name, after] = CODE_BESIDE.exec(text.trim()) ?? [];
  const code = before ?? after;
  return code !== undefined && name !== undefined && readCountryCode(name) === readCountryCode(code)
    ? readCountryCode(code)
    : null;
}
