import { perLanguage } from './per-language.ts';

const METRES_IN_YARD = 0.9144;
const METRES_IN_MILE = 1609.344;
/** Steps of rounding: straight-line distances don't need finer ones. */
const STEP = 10;

const inUnit = (unit: string, maximumFractionDigits: number) =>
  perLanguage(
    (language) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }),
  );

const METRIC = {
  small: inUnit('meter', 0),
  smallMetres: 1,
  large: [inUnit('kilometer', 1), inUnit('kilometer', 0)],
  largeMetres: 1_000,
  largeFromMetres: 995,
} as const;

const IMPERIAL = {
  small: inUnit('yard', 0),
  smallMetres: METRES_IN_YARD,
  large: [inUnit('mile', 1), inUnit('mile', 0)],
  largeMetres: METRES_IN_MILE,
  largeFromMetres: METRES_IN_MILE / 4,
} as const;

/**
 * `350 m`, `2.4 km`, `12 km`; in countries that use miles, `220 yd`, `1.5 mi`.
 * @param language one of the available ones: a formatter is kept for each
 * @param country ISO 3166-1 alpha-2 code of the destination; empty if unknown
 */
export function formatDistanceIn(language: string, metres: number, country: string): string {
  const units = country.toUpperCase() === 'GB' ? IMPERIAL : METRIC;
  if (metres < units.largeFromMetres) {
    const rounded = Math.round(metres / units.smallMetres / STEP) * STEP;
    return units.small(language).format(Math.max(rounded, STEP));
  }
  const amount = metres / units.largeMetres;
  return units.large[amount < 9.95 ? 0 : 1](language).format(amount);
}
