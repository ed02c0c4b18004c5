/** Pattern of a country's ids, behind the country code and the underscore. */
export type IdPattern =
  /** DE000282: the code and a running number. */
  | 'number'
  /** UK00000228 */
  | 'long-number'
  /** AT981070B: a hexadecimal number, and a letter for the kind and the position in the stack. */
  | 'hexadecimal'
  /** KRA372M for lockers, POP-KRA372 for shops: three letters of the town, and a number. */
  | 'town'
  /** ITAPR00189P: country code, three letters of the town, a number of five digits, and the letter. */
  | 'long-town';

export interface SandboxCountry {
  code: string;
  /** Number of points in a network of 153,600. */
  points: number;
  /** How many of them are lockers; the others are shops. */
  lockers: number;
  ids: IdPattern;
}

/**
 * The network of 2026, in the order of the list: by country code. The numbers of the nine large
 * countries are real; the others are invented so that the total is 153,600.
 */
export const COUNTRIES: readonly SandboxCountry[] = [
  { code: 'AT', points: 2_300, lockers: 1_150, ids: 'hexadecimal' },
  { code: 'BE', points: 1_809, lockers: 720, ids: 'number' },
  { code: 'CZ', points: 2_900, lockers: 1_900, ids: 'number' },
  { code: 'DE', points: 17_460, lockers: 0, ids: 'number' },
  { code: 'DK', points: 1_100, lockers: 500, ids: 'number' },
  { code: 'ES', points: 14_713, lockers: 4_100, ids: 'number' },
  { code: 'FI', points: 950, lockers: 520, ids: 'number' },
  { code: 'FR', points: 26_718, lockers: 9_800, ids: 'number' },
  { code: 'GB', points: 26_321, lockers: 14_500, ids: 'long-number' },
  { code: 'HU', points: 2_900, lockers: 1_700, ids: 'hexadecimal' },
  { code: 'IE', points: 700, lockers: 240, ids: 'number' },
  { code: 'IT', points: 11_161, lockers: 6_100, ids: 'long-town' },
  { code: 'LU', points: 121, lockers: 50, ids: 'number' },
  { code: 'NL', points: 1_446, lockers: 480, ids: 'number' },
  { code: 'PL', points: 34_009, lockers: 32_853, ids: 'town' },
  { code: 'PT', points: 3_192, lockers: 1_000, ids: 'number' },
  { code: 'RO', points: 3_000, lockers: 2_100, ids: 'number' },
  { code: 'SE', points: 1_700, lockers: 800, ids: 'number' },
  { code: 'SK', points: 1_100, lockers: 620, ids: 'number' },
];

export type CountryShare = ReturnType<typeof shareOut>[number];

/** Distributes a number of points in the proportions of COUNTRIES, by the largest remainder method: the sum is exact. */
export function shareOut(points: number) {
  const whole = COUNTRIES.reduce((sum, country) => sum + country.points, 0);
  const shares = COUNTRIES.map((country) => {
    const exact = (country.points / whole) * points;
    return { country, points: Math.floor(exact), remainder: exact % 1 };
  });
  const rest = points - shares.reduce((sum, share) => sum + share.points, 0);
  const largest = [...shares].sort((a, b) => b.remainder - a.remainder).slice(0, rest);
  for (const share of largest) share.points += 1;
  return shares.map(({ country, points: own }) => ({
    country,
    points: own,
    lockers: Math.round((own * country.lockers) / country.points),
  }));
}
