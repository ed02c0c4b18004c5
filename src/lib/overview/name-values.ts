import { nameRegion } from './format-english.ts';
import { words } from './words.ts';

/** Names of the platform's open enumerations: a value that isn't known is shown as it came, an empty one as not given. */
const named = (names: Readonly<Record<string, string>>) => (value: string) =>
  value === '' ? words.charts.notGiven : Object.hasOwn(names, value) ? names[value]! : value;

export const nameType = named(words.types);
export const namePlacement = named(words.placements);
export const nameReason = named(words.reasons);

/** `Poland` for `PL`. */
export function nameCountry(code: string): string {
  return code === '' ? words.charts.notGiven : nameRegion(code);
}
