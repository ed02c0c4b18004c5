/** A phone number in the forms that the platform takes: one text for parcels and returns, two for pickups. */
export interface Phone {
  /** E.164: `+48500000101`. */
  full: string;
  /** `+48`. */
  prefix: string;
  /** `500000101`. */
  number: string;
}

/**
 * Reads a number as people type it, with its country's rules. The rules are loaded when the first is read (libphonenumber's smallest set: the
 * lengths and beginnings by country, not which number is a mobile one).
 * @param country of the number if it has no prefix, ISO 3166-1 alpha-2
 * @returns null for a number that can't exist
 */
export async function createPhoneReader(): Promise<(text: string, country: string) => Phone | null> {
  const { parsePhoneNumberFromString, isSupportedCountry } = await import('libphonenumber-js/min');
  return (text, country) => {
    const known = isSupportedCountry(country) ? country : undefined;
    const phone = parsePhoneNumberFromString(text, known);
    if (phone === undefined || !phone.isValid()) return null;
    return {
      full: phone.number,
      prefix: `+${phone.countryCallingCode}`,
      number: phone.nationalNumber,
    };
  };
}
