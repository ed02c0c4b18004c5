import type { BaseMapColours, MapLook } from '../base-map-look.ts';

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
  'label-street',
  'label-water',
] as const;

export type StreetColour = (typeof NAMES)[number];

/** All that a painter of streets needs to know of how they look; it may be in another thread, which knows no styles. */
export interface StreetLook extends MapLook {
  colours: BaseMapColours & Record<StreetColour, string>;
}

/** Reads the colours of streets as they are now for an element. */
export function readStreetLook(element: HTMLElement, look: MapLook): StreetLook {
  const style = getComputedStyle(element);
  const colours = Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--dp-map-${name}`).trim()]),
  ) as Record<StreetColour, string>;
  return { ...look, colours: { ...look.colours, ...colours } };
}
