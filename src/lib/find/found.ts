import type { Precision } from '#contract/precision.ts';
import { allMessages as m } from '../i18n/messages.ts';
import { isVague } from './locate.ts';
import type { Position } from '#network/distance.ts';
import type { Bounds, StoredPoint } from '#network/point-source.ts';
import type { Unknown } from '#search/question.ts';

/** The selected search result: a position to show on the map, a country, or a point. */
export type Found =
  | {
      kind: 'place';
      label: string;
      position: Position;
      /** Zoom level that shows the whole place. */
      zoom: number;
      source: 'place' | 'postcode' | 'street' | 'coordinates' | 'device';
      /** Accuracy of the device's position. */
      accuracyMetres?: number;
      precision: Precision;
      /** The part of the typed address that isn't known. */
      unknown?: Unknown;
    }
  /** `box`: bounding box of its points. */
  | { kind: 'country'; label: string; box: Bounds }
  | { kind: 'point'; stored: StoredPoint };

/** Message that a part of the address isn't known, and what is shown instead; empty if everything is known. */
export function describeUnknown(found: Found): string {
  if (found.kind !== 'place' || found.unknown === undefined) return '';
  const { kind, text } = found.unknown;
  if (kind === 'number') return m.find_unknown_number({ number: text, street: found.label });
  if (kind === 'between') return m.find_between({ number: text, street: found.label });
  if (kind === 'postcode' && found.source === 'postcode')
    return m.find_unknown_postcode({ postcode: text, place: found.label });
  return m.find_unknown({ text, place: found.label });
}

const DEVICE_ZOOM = 15;
/** Approximate width of a phone's viewport at zoom 0 in middle latitudes, in metres; the accuracy circle should fill half of it. */
const WINDOW_METRES = 2 ** 25;
const zoomForAccuracy = (metres: number) =>
  Math.max(3, Math.min(DEVICE_ZOOM, Math.floor(Math.log2(WINDOW_METRES / (4 * Math.max(1, metres))))));

/** The place where the device says it is. */
export const foundHere = (position: Position, accuracyMetres: number): Found => ({
  kind: 'place',
  label: m.find_your_position(),
  position,
  accuracyMetres,
  zoom: zoomForAccuracy(accuracyMetres),
  source: 'device',
  // A less accurate position is somewhere in a street.
  precision: isVague(accuracyMetres) ? 'street' : 'exact',
});
