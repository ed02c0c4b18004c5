import { readKnown } from './read-known.ts';

/** As "249-253 Block A/2"; a longer text in the field of the number is the place's name ("24/7 Locker - Walsall Station"). */
const LONGEST_NUMBER = 20;

/** Whether a text in the field of the building number is a name. */
export function isNameBeside(buildingNumber: string): boolean {
  return buildingNumber.length > LONGEST_NUMBER;
}

/** The fields of a point that may have its name, as texts; empty if absent. */
export interface NameFields {
  displayName: string;
  name: string;
  /** Of the address, without mark-up. */
  buildingNumber: string;
}

/** A point's own name: its display name, else its name, else a name in the field of the building number; empty if it has none. */
export function readOwnName({ displayName, name, buildingNumber }: NameFields): string {
  return readKnown(displayName) || readKnown(name) || (isNameBeside(buildingNumber) ? buildingNumber : '');
}
