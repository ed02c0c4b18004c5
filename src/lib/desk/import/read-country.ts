import { foldName } from '#network/snapshot-format/fold.ts';
import { COUNTRY_CODES, readCountryCode } from '../country-code.ts';

/** The ISO 3166-1 alpha-3 codes of the same countries, in the same order. */
const LONG_CODES =
  'AND ALB AUT BIH BEL BGR CAN CHE CYP CZE DEU DNK EST ESP FIN FRA GBR GRC HRV HUN IRL ISL ITA LIE LTU LUX LVA MCO MDA MNE MKD MLT NLD NOR POL PRT ROU SRB SWE SVN SVK SMR TUR UKR USA VAT';

let names: ReadonlyMap<string, string> | null = null;

/** Maps long codes and the countries' names in their own languages, folded, to codes. */
function buildNames(): ReadonlyMap<string, string> {
  const codes = COUNTRY_CODES.split(' ');
  const own = codes.map((code) => {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    return [foldName(new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code), code] as const;
  });
  const long = LONG_CODES.split(' ').map((code, at) => [code.toLowerCase(), codes[at]!] as const);
  return new Map([...own, ...long]);
}

/**
 * Parses a country as programs write it: a code of two or three letters, a name in one of the languages of this
 * page or in the country's own, or a name and a code ("Polska (PL)").
 * @returns ISO 3166-1 alpha-2; null if it is none of these
 */
export function readCountry(text: string): string | null {
  const known = readCountryCode(text);
  if (known !== null || text.trim() === '') return known;
  names ??= buildNames();
  return names.get(foldName(text)) ?? readCountryTwice(text);
}

const CODE_BESIDE =
  /^(?:([A-Z]{2,3})\s*[-–:/]\s*)?(\p{L}[\p{L}\s.'-]*?)(?:\s*[([/,-]\s*([A-Z]{2,3})[)\]]?)?$/u;

/** Reads a name with its code: "Polska (PL)", "PL - Poland". */
function readCountryTwice(text: string): string | null {
  const [, before, name, after] = CODE_BESIDE.exec(text.trim()) ?? [];
  const code = before ?? after;
  return code !== undefined && name !== undefined && readCountry(name) === readCountry(code)
    ? readCountry(code)
    : null;
}
