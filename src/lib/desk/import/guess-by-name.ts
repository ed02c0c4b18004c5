import { foldName } from '#network/snapshot-format/fold.ts';
import { shortenUnit, UNIT_NAMES } from './unit-names.ts';
import { readWeightRole } from './weight-role.ts';
import {
  ADDRESS_WORDS,
  BILLING_WORDS,
  BUYER_NAMES,
  BUYER_WORDS,
  COLUMN_NAMES,
  DELIVERY_WORDS,
  LAST_NAME_FIRST,
  LINKING_WORDS,
  PERSON_WORDS,
  SENDER_WORDS,
  WEAK_NUMBERS,
} from './column-names.ts';
import { IMPORT_FIELDS, type ImportField } from './fields.ts';

const listWords = (words: string) => words.split(', ').map(foldName);
const setOf = (words: string): ReadonlySet<string> => new Set(listWords(words));
const LINKS = setOf(LINKING_WORDS);
/** The words of phrases, without those that only link others: "de livraison" → "livraison". */
const rolesOf = (...phrases: string[]): ReadonlySet<string> =>
  new Set(
    phrases
      .flatMap(listWords)
      .flatMap((phrase) => phrase.split(' '))
      .filter((word) => !LINKS.has(word)),
  );
const FIELD_OF = new Map(
  IMPORT_FIELDS.flatMap((field) => listWords(COLUMN_NAMES[field]).map((name) => [name, field] as const)),
);
const PERSON = setOf(PERSON_WORDS);
const RECIPIENT = new Set([...rolesOf(PERSON_WORDS, DELIVERY_WORDS), 'to']);
const BUYER = setOf(BUYER_WORDS);
const BUYER_ROLE = rolesOf(BUYER_WORDS);
const BUYER_NAME = setOf(BUYER_NAMES);
const BILLING = rolesOf(BILLING_WORDS);
const SENDER = setOf(SENDER_WORDS);
const ADDRESS = setOf(ADDRESS_WORDS);
const WEAK = setOf(WEAK_NUMBERS);
const LAST_FIRST = setOf(LAST_NAME_FIRST);
/** Words that start another one: "Lieferort", "shipcity". */
const BEGINNINGS = [...RECIPIENT, ...BUYER_ROLE, ...BILLING, ...SENDER].filter(({ length }) => length > 3);

/** Units after a column's name: "Weight (kg)", "Weight in grams". */
const UNIT = new RegExp(` (?:(?:in|en|w|v|em|у|в) )?(${UNIT_NAMES.join('|')}|pln|eur|czk|gbp|uah)$`);
/** The number of the first of several products: "Item #1 name". */
const FIRST_PRODUCT = / 1(?= |$)/;
/** A word for an id next to a point's name: "paczkomat_id". */
const POINT_ID_WORD = /^(?:id|kod|code|nr|numer|number|nummer) | (?:id|kod|code|nr|numer|number|nummer)$/;

/** `shippingCity`, `Nº pedido` and `address1` as words. */
const splitCase = (name: string) =>
  name
    .replaceAll('º', 'o')
    .replaceAll(/č\.?\s?p(?!\p{L})\.?/giu, ' cislo popisne')
    .replaceAll(/č\.?\s?o(?!\p{L})\.?/giu, ' cislo orientacni')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll(/(?<=\p{L}{3})(?=[12](?!\d))/gu, ' ');

const foldColumn = (name: string) => foldName(splitCase(name));

/** The unit in a column's name, in lower case; empty: none. */
export const readUnit = (name: string): string => shortenUnit(UNIT.exec(` ${foldColumn(name)}`)?.[1] ?? '');

/** Whether a column of full names has the last name first. */
export const isLastNameFirst = (name: string): boolean => {
  const folded = foldColumn(name);
  return [...LAST_FIRST].some(
    (words) => folded === words || folded.endsWith(` ${words}`) || folded.startsWith(`${words} `),
  );
};

/**
 * Confidence in a column by the words in its name. The person that it belongs to counts more than its
 * name.
 */
export const CONFIDENCE = { bill: 0.5, buyer: 2, weak: 1, named: 3, recipient: 5 } as const;

export interface Guess {
  field: ImportField;
  /** Higher for the recipient's own column. */
  weight: number;
}

/** "lieferort" → "liefer", "ort"; other words stay whole. */
function splitCompound(word: string): string[] {
  if (FIELD_OF.has(word)) return [word];
  const begin = BEGINNINGS.find((each) => word.startsWith(each) && FIELD_OF.has(word.slice(each.length)));
  return begin === undefined ? [word] : [begin, word.slice(begin.length)];
}

/** Whether a column belongs to the sender. Such columns are never used. */
export const isSendersColumn = (name: string): boolean =>
  foldColumn(name)
    .split(' ')
    .flatMap(splitCompound)
    .some((word) => SENDER.has(word));

/** Whether a column belongs to the bill. */
export const isBillingColumn = (name: string): boolean =>
  foldColumn(name)
    .split(' ')
    .flatMap(splitCompound)
    .some((word) => BILLING.has(word));

/** Whether a column has the second number of a Czech house, "5" of "12/5". */
export const isSecondHouseNumber = (name: string): boolean =>
  / cislo orientacni$/.test(` ${foldColumn(name)}`);

/** Whether a column's name is only a word for the recipient: "Odbiorca". */
export const isPersonColumn = (name: string): boolean => PERSON.has(foldColumn(name));

/** Whether a column's name says only that it is a delivery's address: "Lieferadresse". */
export const isDeliveryAddress = (name: string): boolean => {
  const words = foldColumn(name).split(' ').flatMap(splitCompound);
  const others = words.filter((word) => !RECIPIENT.has(word) && !LINKS.has(word));
  return others.length > 0 && others.length < words.length && others.every((word) => ADDRESS.has(word));
};

/** Fields that can't be a person's or a delivery's: "Shipping insurance" is a price. */
const OF_GOODS: readonly ImportField[] = ['cover', 'product', 'quantity', 'sku'];

/** Guesses a column's field by its name alone. */
export function guessByName(name: string): Guess | null {
  const folded = foldColumn(name).replace(UNIT, '');
  if (folded === '') return null;
  const words = folded.split(' ').flatMap(splitCompound);
  if (words.some((word) => SENDER.has(word))) return null;
  if (words.some((word) => BILLING.has(word))) {
    const field = fieldBeside(words, BILLING);
    return field === 'email' || field === 'phone' ? { field, weight: CONFIDENCE.bill } : null;
  }
  const own = FIELD_OF.get(folded) ?? fieldOfPoint(folded);
  if (own !== undefined) return { field: own, weight: WEAK.has(folded) ? CONFIDENCE.weak : CONFIDENCE.named };
  // The order's own weight is worth more.
  if (readWeightRole(name) !== null) return { field: 'weight', weight: CONFIDENCE.weak };
  if (PERSON.has(folded)) return { field: 'fullName', weight: CONFIDENCE.named };
  if (BUYER.has(folded)) return { field: 'fullName', weight: CONFIDENCE.weak };
  if (BUYER_NAME.has(folded)) return { field: 'fullName', weight: CONFIDENCE.buyer };
  const first = FIELD_OF.get(folded.replace(FIRST_PRODUCT, ''));
  if (first === 'product' || first === 'quantity' || first === 'sku')
    return { field: first, weight: CONFIDENCE.weak };
  return guessSame(words) ?? guessByRole(words) ?? guessByParts(name);
}

/** "Telefono cellulare": each word means the same field. */
function guessSame(words: readonly string[]): Guess | null {
  const [field, ...others] = words.map((word) => FIELD_OF.get(word));
  const isSame = field !== undefined && words.length > 1 && others.every((each) => each === field);
  return isSame ? { field, weight: CONFIDENCE.named } : null;
}

/** The field that a column of the billing address would have as the recipient's; null: it isn't one. */
export function guessBilled(name: string): ImportField | null {
  const words = foldColumn(name).split(' ').flatMap(splitCompound);
  return isSendersColumn(name) ? null : (fieldBeside(words, BILLING) ?? null);
}

/** Guesses the field of a name with words for a person: "Ship to city", "Name des Empfängers". */
function guessByRole(words: readonly string[]): Guess | null {
  // "Destinatario spedizione"
  if (words.every((word) => RECIPIENT.has(word) || LINKS.has(word)) && words.some((word) => PERSON.has(word)))
    return { field: 'fullName', weight: CONFIDENCE.recipient };
  const field = fieldBeside(words, RECIPIENT);
  if (field === 'reference') return { field, weight: CONFIDENCE.weak };
  if (field !== undefined) return OF_GOODS.includes(field) ? null : { field, weight: CONFIDENCE.recipient };
  const bought = fieldBeside(words, BUYER_ROLE);
  if (bought === undefined || bought === 'reference' || OF_GOODS.includes(bought)) return null;
  return { field: bought, weight: CONFIDENCE.buyer };
}

/** The field that a column's name alone suggests; null: none. */
export const guessField = (name: string): ImportField | null => guessByName(name)?.field ?? null;

/**
 * Whether a column's name says that it contains only points. In any other, a cell may contain more text.
 */
export const isPointColumn = (name: string): boolean => guessField(name) === 'pointId';

function fieldOfPoint(folded: string): 'pointId' | undefined {
  return FIELD_OF.get(folded.replace(POINT_ID_WORD, '')) === 'pointId' ? 'pointId' : undefined;
}

/** Finds the field that a name means without its words for a person. */
function fieldBeside(words: readonly string[], roles: ReadonlySet<string>): ImportField | undefined {
  const rest = words.filter((word) => !roles.has(word));
  if (rest.length === words.length) return undefined;
  const way = trimLinks(rest).join(' ');
  // "Delivery number" is the parcel's, "Customer ID" the account's.
  if (WEAK.has(way)) return undefined;
  const field = FIELD_OF.get(way) ?? fieldOfPoint(way);
  if (field !== undefined) return field;
  const bare = trimLinks(rest.filter((word) => !ADDRESS.has(word))).join(' ');
  const inAddress = WEAK.has(bare) ? undefined : FIELD_OF.get(bare);
  // "Delivery point address" has no id.
  return inAddress === 'pointId' ? undefined : inAddress;
}

function trimLinks(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !LINKS.has(word));
  return start < 0 ? [] : words.slice(start, words.findLastIndex((word) => !LINKS.has(word)) + 1);
}

const PARTS = /[/|,+&()[\]:–]|\s(?:and|und|et|i|a|y|e|en|та|oraz|-)\s/iu;
/** Fields that may stand together in a cell, and the field that such a cell is read as. */
const TOGETHER: readonly (readonly [field: ImportField, parts: readonly ImportField[]])[] = [
  ['fullName', ['firstName', 'lastName']],
  ['city', ['postalCode', 'city']],
  ['street', ['street', 'houseNumber', 'flatNumber', 'postalCode', 'city']],
];

/** Guesses the field of a name with several parts: "PLZ/Ort", "Phone (mobile)", "Ulica / Street". */
function guessByParts(name: string): Guess | null {
  const parts = name.split(PARTS).filter((part) => foldName(part) !== '');
  if (parts.length < 2) return null;
  const found = parts.flatMap((part) => guessByName(part) ?? []);
  const fields = [...new Set(found.map(({ field }) => field))];
  if (fields.length === 0) return null;
  const [one] = fields;
  const field =
    fields.length === 1
      ? one!
      : TOGETHER.find(([, together]) => fields.every((each) => together.includes(each)))?.[0];
  if (field === undefined) return null;
  const weight = Math.min(...found.map((each) => each.weight), CONFIDENCE.buyer + 0.5);
  return { field, weight };
}
