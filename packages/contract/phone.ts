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
 *   null for a number that can't exist, or that may be two numbers
 */
export async function createPhoneReader(): Promise<(text: string, country: string) => Phone | null> {
  const { parsePhoneNumberFromString, isSupportedCountry } = await import('libphonenumber-js/min');
  const read = (text: string, country: string) => {
    const phone = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : undefined);
    return phone?.isValid() === true ? phone : null;
  };
  return (typed, country) => {
    const text = typed.replace(DECIMAL, '');
    const [national, international] = [read(text, country), readWithPlus(text, read)];
    // "491773333333" in Germany: a plus was dropped. "48500000101" there may be either: neither is used.
    const isOwn = international?.countryCallingCode === national?.countryCallingCode;
    const isOpen = national !== null && international !== null && national.number !== international.number;
    const phone = isOpen ? (isOwn ? international : null) : (national ?? international);
    if (phone === null) return null;
    return {
      full: phone.number,
      prefix: `+${phone.countryCallingCode}`,
      number: phone.nationalNumber,
    };
  };
}

/** The end that programs add which take the number for an amount: "500000101.0". */
const DECIMAL = /(?<=^\s*\+?\d{7,})[.,]0\s*$/;

/** Fewer digits are no number with its country's prefix. */
const MIN_DIGITS = 10;

/**
 * Reads a number as if its plus was dropped, as spreadsheets do. Not one with a plus, two zeros, or the zero
 * of a national number.
 */
const readWithPlus = <Read>(text: string, read: (text: string, country: string) => Read | null) =>
  /^\s*[+0(]/.test(text) || text.replaceAll(/\D/g, '').length < MIN_DIGITS
    ? null
    : read(`+${text.trim()}`, '');
