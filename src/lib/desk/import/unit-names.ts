/** Short names of units by others, folded, in the languages of this page. */
const UNITS = {
  kg: 'kgs, kilo, kilos, kilogram, kilograms, kilogramm, kilogramme, kilogrammes, kilogramos, kilogrammi, kilogramy, kilogramow, quilos, кг, кілограм, кілограмів',
  g: 'gr, grs, gram, grams, gramm, gramme, grammes, grammen, gramos, grammi, gramy, gramow, gramach, gramu, gramas, г, гр, грам, грамів, грамах',
  dag: 'dkg',
  lb: 'lbs, pound, pounds',
  oz: 'ounce, ounces',
  cm: 'см',
  mm: 'мм',
  m: 'м',
} as const;

const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries(UNITS).flatMap(([short, names]) =>
    [short, ...names.split(', ')].map((name) => [name, short] as const),
  ),
);

/** Folded names of all units. */
export const UNIT_NAMES: readonly string[] = [...SHORT.keys()];

/** "grams" → "g"; an unknown unit is unchanged. */
export const shortenUnit = (name: string): string => SHORT.get(name) ?? name;

/** "1200 gramów" → "1200 g" */
export const shortenUnitIn = (text: string): string =>
  text.replace(/\p{L}+(?=\.?$)/u, (unit) =>
    shortenUnit(unit.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')),
  );
