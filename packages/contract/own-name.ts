import { readKnown } from './read-known.ts';

/**
 * Enough for "249-253 Block A/2". A longer text in the number field is the place's name ("24/7 Locker -
 * Walsall Station").
 */
const LONGEST_NUMBER = 20;

/** Whether the text in the field for the building number is a name. */
export function isNameInNumberField(buildingNumber: string): boolean {
  return buildingNumber.length > LONGEST_NUMBER;
}

/** The platform's fields of a point for its own name, the preferred one first. */
export const NAME_FIELDS = ['displayName', 'name'] as const;

/**
 * The texts that may contain a point's own name, as the platform sends them; empty if absent. `buildingNumber` is from the address.
 */
type NameTexts = Readonly<Record<(typeof NAME_FIELDS)[number] | 'buildingNumber', string>>;

/**
 * A point's own name: the first known one of NAME_FIELDS, otherwise a name in the building number field;
 * empty if it has none.
 */
export function readOwnName(texts: NameTexts): string {
  const buildingNumber = readKnown(texts.buildingNumber);
  const named = NAME_FIELDS.map((field) => readKnown(texts[field])).find(Boolean);
  return named ?? (isNameInNumberField(buildingNumber) ? buildingNumber : '');
}
