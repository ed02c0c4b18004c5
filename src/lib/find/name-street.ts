import type { Street } from '../network/find-streets.ts';

/** A street as it is written in addresses, with the number of the house where it was asked for and is known. */
export function nameStreet({ name, house }: Street): string {
  return house === null ? name : `${name} ${house}`;
}
