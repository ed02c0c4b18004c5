import { allMessages as m } from '../i18n/messages.ts';
import type { Bounds, StoredPoint } from '../network/point-source.ts';

/** What somebody searched for and took: a spot to show on the map, a country, or a point itself. */
export type Found =
  | {
      kind: 'place';
      label: string;
      /** Degrees. */
      position: { latitude: number; longitude: number };
      /** Level of a web map that shows it whole. */
      zoom: number;
      source: 'place' | 'postcode' | 'street' | 'coordinates' | 'geocoder' | 'device';
      /** How far off the device's own position may be. */
      accuracyMetres?: number;
      /** What was named beside the place but isn't known, as it was typed: a street, a postcode. */
      unknown?: string;
    }
  /** `box`: of its points. */
  | { kind: 'country'; label: string; box: Bounds }
  | { kind: 'point'; stored: StoredPoint };

/** Says that a street or postcode isn't known and its city is shown instead; empty where all that was named is known. */
export function describeUnknown(found: Found): string {
  return found.kind === 'place' && found.unknown !== undefined
    ? m.find_unknown({ text: found.unknown, place: found.label })
    : '';
}
