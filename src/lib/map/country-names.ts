/**
 * Country names in a language, as capitals. Near by no country is named, and asking for the first name takes the browser milliseconds:
 * it is made ready when first called.
 * @returns the name of an ISO 3166-1 code; what isn't one comes back as it is
 */
export function countryNames(language: string): (code: string) => string {
  let names: Intl.DisplayNames | null = null;
  return (code) => {
    names ??= new Intl.DisplayNames([language, 'en'], { type: 'region', style: 'short' });
    return (names.of(code) ?? code).toLocaleUpperCase(language);
  };
}
