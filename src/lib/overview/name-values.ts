import { nameCountryIn } from '../i18n/formatters.ts';
import { LANGUAGE } from './format-english.ts';

const NOT_GIVEN = 'Not given';

/** Names of the platform's open enumerations: a value that isn't known is shown as it came, an empty one as not given. */
const named = (names: Readonly<Record<string, string>>) => (value: string) =>
  value === '' ? NOT_GIVEN : Object.hasOwn(names, value) ? names[value]! : value;

export const nameType = named({ APM: 'Parcel locker', PUDO: 'Shop or counter' });
export const namePlacement = named({ INDOOR: 'Indoors', OUTDOOR: 'Outdoors' });
export const nameReason = named({
  not_an_object: 'Not a point at all',
  id_missing: 'Without an id',
  coordinates_invalid: 'Position invalid',
  coordinates_zero: 'Position 0, 0 (open sea)',
  coordinates_swapped: 'Position exchanged',
});

/** `Poland` for `PL`. */
export function nameCountry(code: string): string {
  return code === '' ? NOT_GIVEN : nameCountryIn(LANGUAGE, code);
}
