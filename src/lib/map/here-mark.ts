import './here-mark.css';
import type { Here } from './locator-map.ts';
import type * as L from './leaflet.ts';

const EQUATOR_METRES = 40_075_016.686;
const TILE_PIXELS = 256;

export type ShowHere = (here: Here | null) => void;

/**
 * Shows the position that the shopper's device reports: a dot in a circle of its accuracy. Not interactive; below the pins.
 * @returns a function that moves the mark; null removes it
 */
export function createHereMark(map: L.Map): ShowHere {
  const pane = map.createPane('here');
  const circle = document.createElement('div');
  circle.className = 'dp-here leaflet-zoom-hide';
  circle.setAttribute('aria-hidden', 'true');
  let shown: Here | null = null;

  const place = () => {
    if (shown === null) return;
    const { latitude, longitude, accuracyMetres } = shown;
    const metresAPixel =
      (EQUATOR_METRES * Math.cos((latitude * Math.PI) / 180)) / (TILE_PIXELS * 2 ** map.getZoom());
    const { x, y } = map.latLngToLayerPoint([latitude, longitude]);
    const pixels = (2 * accuracyMetres) / metresAPixel;
    circle.style.width = circle.style.height = `${pixels}px`;
    circle.style.transform = `translate(${x - pixels / 2}px, ${y - pixels / 2}px)`;
  };
  map.on('zoomend viewreset', place);

  return (here) => {
    shown = here;
    if (here === null) circle.remove();
    else pane.append(circle);
    place();
  };
}
