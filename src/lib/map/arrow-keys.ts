import type * as L from './leaflet.ts';
import { isDirection, nearestInDirection, STEPS } from './nearest-in-direction.ts';
import { placeOf, reachableButtons } from './roving-focus.ts';

/** How far an arrow key moves the map if there is no button in that direction, in pixels. */
const PAN_PIXELS = 120;

/** Lets arrow keys move the focus from a button of a pane to the next one, or the map if there is none. */
export function addArrowKeys(map: L.Map, pane: HTMLElement): void {
  pane.addEventListener('keydown', (event) => {
    if (!(event.target instanceof HTMLElement) || !isDirection(event.key)) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = nearestInDirection(placeOf(event.target), event.key, reachableButtons(map, pane));
    if (next) next.button.focus({ preventScroll: true });
    else {
      const { x, y } = STEPS[event.key];
      map.panBy([x * PAN_PIXELS, y * PAN_PIXELS], { animate: false });
    }
  });
}
