/**
 * Words in lower case within names of streets and towns, in the languages of feeds that write in capitals.
 */
const SMALL_WORDS =
  /^(a|à|aan|al|all|am|an|au|aux|bei|bij|d|da|das|de|dei|del|dell|della|dem|den|der|des|di|do|dos|du|e|el|en|et|het|im|in|l|la|las|le|les|los|na|nad|of|op|pod|przy|sous|sur|ten|ter|the|u|und|van|vom|von|y|z|zum|zur)$/;

/**
 * Street types that are lower case in any position, by country: "ul. Marszałkowska", "Gedimino pr.", "Narva
 * mnt".
 */
const KINDS: Readonly<Record<string, RegExp>> = {
  CZ: /^(nám|tř|ul)$/,
  EE: /^(maantee|mnt|pst|puiestee|tee|tn|tänav)$/,
  HU: /^(körút|köz|krt|sor|tér|tere|u|út|útja|utca)$/,
  LT: /^(a|al|g|gatvė|pl|pr)$/,
  LV: /^(bulvāris|gatve|iela|laukums|prospekts|šoseja)$/,
  PL: /^(al|im|os|pl|ul)$/,
  SK: /^(nám|ul)$/,
  UA: /^(бул|вул|вулиця|пл|площа|пров|просп|проспект)$/,
};

/** Roman numerals, and abbreviations that are spelled letter by letter: they stay in capitals. */
const UPPER_CASE = /^([IVX]+|BP|CC|CD|HLM|NL|NMP|PKP|PKS|PO|RD|RN|UK|ZA|ZAC|ZI)$/;

/** Suffixes of a house number: "12 BIS". */
const AFTER_NUMBER = /^(bis|ter|quater)$/;

/** Feeds write abbreviations in lower case within names in capitals: "ul. MARSZAŁKOWSKA". */
const ABBREVIATION = /(?<!\p{L})\p{L}{1,3}\./gu;

/** "RUE ALBERT 1ER", "5TH AVENUE" */
const ORDINAL = /^\p{N}+(er|re|eme|ème|st|nd|rd|th)$/u;

/** A word; ids and house numbers, which have digits, count as words. */
const WORD = /[\p{L}\p{N}_][\p{L}\p{M}\p{N}_]*/gu;
const HAS_DIGIT = /[\p{N}_]/u;

/**
 * Converts a street or town in capitals to mixed case: "RUE DU GENERAL DE GAULLE" → "Rue du General de
 * Gaulle". Returns other names unchanged, and short ones too, which may be abbreviations.
 * @param country ISO 3166-1 alpha-2; its spelling applies; empty if unknown
 */
export function calmCapitals(name: string, country = ''): string {
  if (!isAllCapitals(name)) return name;
  const countryCode = country.toUpperCase();
  const first = findWords(name)[0];
  return name.replace(WORD, (word, at: number) => {
    const small = word.toLocaleLowerCase(countryCode === 'TR' ? 'tr' : 'en');
    if (ORDINAL.test(small)) return small;
    if (HAS_DIGIT.test(word) || UPPER_CASE.test(word)) return word;
    const before = name.slice(Math.max(0, at - 2), at);
    const isAfterNumber = /\p{N}[ /-]?$/u.test(before);
    if (isAfterNumber && word.length === 1) return word;
    if (isAfterNumber && AFTER_NUMBER.test(small)) return small;
    // "St John's", "'s-Gravenhage", "'t Harde"
    if (/['’]$/.test(before) && /^[st]$/.test(small)) return small;
    const isSmall = KINDS[countryCode]?.test(small) === true || (word !== first && SMALL_WORDS.test(small));
    return isSmall ? small : capitalize(small, word, countryCode);
  });
}

/** Dutch "IJ" is one letter. */
function capitalize(small: string, word: string, country: string): string {
  const length = word.startsWith('IJ') && ['NL', 'BE'].includes(country) ? 2 : 1;
  return word.slice(0, length) + small.slice(length);
}

/** Whether all words are in capitals, and the name isn't just an abbreviation. */
function isAllCapitals(name: string): boolean {
  const words = findWords(name.replace(ABBREVIATION, ''));
  if (words.some((word) => /\p{Ll}/u.test(word))) return false;
  const long = words.filter((word) => /^\p{Lu}{3}/u.test(word));
  return long.length > 1 || long.some((word) => /^\p{Lu}{4}/u.test(word));
}

const findWords = (name: string) => (name.match(WORD) ?? []).filter((word) => !HAS_DIGIT.test(word));
