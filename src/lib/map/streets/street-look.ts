import { type MapColours, type MapLook, readColours } from '../base-map-look.ts';

/** Colours of streets in addition to the map's; streets.css defines them for both themes. */
const NAMES = [
  'green',
  'wood',
  'farmland',
  'sand',
  'rock',
  'ice',
  'residential',
  'industrial',
  'site',
  'building',
  'building-edge',
  'square',
  'parking',
  'road',
  'road-edge',
  'main',
  'main-edge',
  'motorway',
  'motorway-edge',
  'path',
  'rail',
] as const;

export type StreetColour = (typeof NAMES)[number] | keyof MapColours;

/** Colours and font for the painter of streets, which may be a worker without access to styles. */
export interface StreetLook extends MapLook {
  colours: Readonly<Record<StreetColour, string>>;
}

/** Reads an element's current colours of streets. */
export function readStreetLook(element: HTMLElement, look: MapLook): StreetLook {
  return { ...look, colours: { ...look.colours, ...readColours(element, NAMES) } };
}
