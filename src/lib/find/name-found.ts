import type { Street } from '../network/find-streets.ts';
import type { Position } from '../network/distance.ts';

/** A position as people paste it: about a metre exact. */
export function nameCoordinates({ latitude, longitude }: Position): string {
  return `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`;
}

/** A street as it is written in addresses, with the number of the house where it was asked for and is known. */
export function nameStreet({ name, house }: Street): string {
  return house === null ? name : `${name} ${house}`;
}
