import './origin-mark.css';
import type { OriginMark } from './locator-map.ts';
import type * as L from './leaflet.ts';
import { projectLatitude, unitsOfMetres, unitsOfPixels } from '#network/snapshot-format/mercator.ts';

const CROSS_PIXELS = 24;

export type ShowOrigin = (origin: OriginMark | null) => void;

const LOOKS = { device: 'dp-here', place: 'dp-origin', about: 'dp-origin dp-about' } as const;

/**
 * Marks where distances are measured from: the position that the shopper's device reports, as a dot in a circle of its accuracy, or the
 * place searched for, as a cross, with a dashed ring if it is only near that place. Not interactive; below the pins.
 * @returns a function that moves the mark; null removes it
 */
export function createOriginMark(map: L.Map): ShowOrigin {
  const pane = map.createPane('origin');
  const circle = document.createElement('div');
  circle.setAttribute('aria-hidden', 'true');
  let shown: OriginMark | null = null;

  const place = () => {
    if (shown === null) return;
    const { latitude, longitude, accuracyMetres, kind } = shown;
    const { x, y } = map.latLngToLayerPoint([latitude, longitude]);
    const width = unitsOfMetres(2 * accuracyMetres, projectLatitude(latitude));
    const pixels = kind === 'device' ? width / unitsOfPixels(1, map.getZoom()) : CROSS_PIXELS;
    circle.style.width = circle.style.height = `${pixels}px`;
    circle.style.transform = `translate(${x - pixels / 2}px, ${y - pixels / 2}px)`;
  };
  map.on('zoomend viewreset', place);

  return (origin) => {
    shown = origin;
    if (origin === null) circle.remove();
    else {
      circle.className = `${LOOKS[origin.kind]} leaflet-zoom-hide`;
      pane.append(circle);
    }
    place();
  };
}
