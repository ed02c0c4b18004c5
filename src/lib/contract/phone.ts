/**
 * A phone number in the forms that the platform accepts: one text for parcels and returns, two for pickups.
 */
export interface Phone {
  /** E.164: `+48500000101`. */
  full: string;
  /** `+48`. */
  prefix: string;
  /** `500000101`. */
  number: string;
}

/**
 * Loads the rules of all countries, and creates a function that parses phone numbers as people type them.
 * The rules are libphonenumber's smallest set: lengths and leading digits by country, without telling
 * mobile numbers apart.
 * @returns a function whose `country` (ISO 3166-1 alpha-2) applies if the number has no prefix; it returns
 *   null for a number that can't exist
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
