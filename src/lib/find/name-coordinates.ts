import type { Position } from '../network/distance.ts';

/** A position as people paste it: about a metre exact. */
export function nameCoordinates({ latitude, longitude }: Position): string {
  return `${Number(latitude.toFixed(5))}, ${Number(longitude.toFixed(5))}`;
}
