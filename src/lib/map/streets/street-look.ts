import { type MapColours, type MapLook, readColours } from '../base-map-look.ts';

/** Colours that streets add to those of the map; streets.css says them for light and dark. */
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

/** All that a painter of streets needs to know of how they look; it may be in another thread, which knows no styles. */
export interface StreetLook extends MapLook {
  colours: Readonly<Record<StreetColour, string>>;
}

/** Reads the colours of streets as they are now for an element. */
export function readStreetLook(element: HTMLElement, look: MapLook): StreetLook {
  return { ...look, colours: { ...look.colours, ...readColours(element, NAMES) } };
}
