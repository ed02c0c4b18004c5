import type * as L from './leaflet.ts';
import type { Obstacle } from './place-labels.ts';

/** Elements that controls.ts puts over the map's edges. */
const CONTROLS = '.dp-zoom, .dp-scale, .dp-credit, .dp-credit-sign';
/** Fired on the map when controls have been added. */
export const CONTROLS_ADDED = 'controlsadded';

/** The boxes that controls cover, in layer points. Makes the browser lay out the page: called when it does so anyway. */
export function boxesOfControls(map: L.Map): Obstacle[] {
  const element = map.getContainer();
  const corner = element.getBoundingClientRect();
  return [...element.querySelectorAll(CONTROLS)].map((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const { x, y } = map.containerPointToLayerPoint([left - corner.left, top - corner.top]);
    return { left: x, top: y, right: x + width, bottom: y + height, isControl: true };
  });
}
