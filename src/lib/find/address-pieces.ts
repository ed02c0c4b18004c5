/** Whatever is longer is no address that somebody searches for. */
const MOST_POSTCODES = 3;
const MOST_NAMES = 6;

/** How postcodes are written; house numbers have fewer digits. */
export const POSTCODES: readonly RegExp[] = [
  /\b[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b/gi, // GB: SW1A 1AA
  /\b\d{4} ?[a-z]{2}\b/gi, // NL: 1012 AB
  /\b\d{4}-\d{3}\b/g, // PT: 1000-001
  /\b\d{2}[- ]\d{3}\b/g, // PL: 00-950
  /\b\d{3} \d{2}\b/g, // CZ, SK, SE: 110 00
  /\b\d{4,5}\b/g,
];

export interface AddressPieces {
  postcodes: string[];
  /** What may be a city's name, the likeliest first. */
  names: string[];
}

/**
 * Takes an address apart into what may name a place: "Marszałkowska 10, 00-950 Warszawa" has the postcode 00-950 and, among others, the
 * name Warszawa. The city stands at the end or at the beginning, in one word or more.
 */
export function takeAddressApart(address: string): AddressPieces {
  const postcodes = POSTCODES.flatMap((pattern) => address.match(pattern) ?? []);
  const parts = address.split(/[,;\n]/).map(keepWords);
  const words = parts.flat();
  const runs = [
    ...parts.slice(1).reverse(),
    parts.length > 1 ? parts[0]! : [],
    words.slice(-2),
    words.slice(-1),
    words.slice(0, 2),
    words.slice(0, 1),
  ];
  const names = runs.map((run) => run.join(' ')).filter((name) => name.length > 1);
  return {
    postcodes: [...new Set(postcodes)].slice(0, MOST_POSTCODES),
    names: [...new Set(names)].slice(0, MOST_NAMES),
  };
}

/** Words without digits: house numbers and postcodes are no part of a city's name. */
function keepWords(part: string): string[] {
  return part.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !/\p{N}/u.test(word));
}
