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
