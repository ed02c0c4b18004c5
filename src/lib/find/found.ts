import { allMessages as m } from '../i18n/messages.ts';
import type { Position } from '../network/distance.ts';
import type { Bounds, StoredPoint } from '../network/point-source.ts';

/** The selected search result: a position to show on the map, a country, or a point. */
export type Found =
  | {
      kind: 'place';
      label: string;
      position: Position;
      /** Zoom level that shows the whole place. */
      zoom: number;
      source: 'place' | 'postcode' | 'street' | 'coordinates' | 'geocoder' | 'device';
      /** Accuracy of the device's position. */
      accuracyMetres?: number;
      /** The street or postcode that was typed with the place but isn't known. */
      unknown?: string;
    }
  /** `box`: bounding box of its points. */
  | { kind: 'country'; label: string; box: Bounds }
  | { kind: 'point'; stored: StoredPoint };

/** Message that a street or postcode isn't known and its city is shown instead; empty if everything is known. */
export function describeUnknown(found: Found): string {
  return found.kind === 'place' && found.unknown !== undefined
    ? m.find_unknown({ text: found.unknown, place: found.label })
    : '';
}
