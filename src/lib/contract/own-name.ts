import { readKnown } from './read-known.ts';

/** As "249-253 Block A/2"; a longer text in the field of the number is the place's name ("24/7 Locker - Walsall Station"). */
const LONGEST_NUMBER = 20;

/** Whether a text in the field of the building number is a name. */
export function isNameBeside(buildingNumber: string): boolean {
  return buildingNumber.length > LONGEST_NUMBER;
}

/** The platform's fields of a point for its own name, the preferred one first. */
export const NAME_FIELDS = ['displayName', 'name'] as const;

/** The texts that may have a point's own name; empty if absent. `buildingNumber`: of the address, without mark-up. */
type NameTexts = Readonly<Record<(typeof NAME_FIELDS)[number] | 'buildingNumber', string>>;

/** A point's own name: the first of NAME_FIELDS that is known, else a name in the field of the building number; empty if it has none. */
export function readOwnName(texts: NameTexts): string {
  const { buildingNumber } = texts;
  const named = NAME_FIELDS.map((field) => readKnown(texts[field])).find(Boolean);
  return named ?? (isNameBeside(buildingNumber) ? buildingNumber : '');
}
