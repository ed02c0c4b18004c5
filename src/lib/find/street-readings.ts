import { POSTCODES } from './address-pieces.ts';

/** One way to read a text as a street, its city and a house. */
export interface StreetReading {
  /** Street, then city, as they were written. */
  beginning: string;
  /** Empty for none. */
  house: string;
}

/** Each may cost a page of the table. */
const MOST_READINGS = 8;
/** Cities of more words are rare. */
const MOST_WORDS_OF_CITY = 3;
const HOUSE = /^\d{1,5}(\p{L}|bis|ter|quater)?([-/–]\d{1,5}\p{L}?)?$/iu;

/**
 * How a text may name a street: as it stands ("3 Maja Kraków"), with its last number as a house's ("Marszałkowska 10, Warszawa"), and
 * each with the city before the street ("Warszawa Marszałkowska 10"); the likeliest first.
 */
export function readAsStreet(text: string): StreetReading[] {
  const parts = dropPostcodes(text)
    .split(/[,;\n]/)
    .map((part) => part.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)))
    .filter((part) => part.length > 0);
  const numbers = parts.flat().filter((word) => HOUSE.test(word));
  const without = (dropped: (word: string) => boolean) =>
    parts.map((part) => part.filter((word) => !dropped(word))).filter((part) => part.length > 0);
  const last = numbers.at(-1) ?? '';
  const treatments = [{ parts, house: '' }];
  if (numbers.length > 0) treatments.push({ parts: without((word) => word === last), house: last });
  if (numbers.length > 1) {
    // "10 m. 5": a flat in a house.
    const kept = without((word) => HOUSE.test(word) || /^\p{L}\.?$/u.test(word));
    treatments.push({ parts: kept, house: numbers[0]! });
  }
  const read = (order: (parts: string[][]) => string[][]) =>
    treatments.flatMap((each) =>
      order(each.parts).map((words) => ({ beginning: words.join(' '), house: each.house })),
    );
  const readings = [...read((all) => [all.flat()]), ...read(turnParts)];
  return readings.filter(({ beginning }) => /\p{L}{2}/u.test(beginning)).slice(0, MOST_READINGS);
}

function dropPostcodes(text: string): string {
  return POSTCODES.reduce((rest, pattern) => rest.replace(pattern, ' '), text);
}

/** The beginning put to the end, in case it is the city. */
function turnParts(parts: readonly (readonly string[])[]): string[][] {
  if (parts.length > 1) return [[...parts.slice(1), parts[0]!].flat()];
  const words = parts.flat();
  const turned = words.slice(1).map((_, at) => [...words.slice(at + 1), ...words.slice(0, at + 1)]);
  return turned.slice(0, MOST_WORDS_OF_CITY);
}
