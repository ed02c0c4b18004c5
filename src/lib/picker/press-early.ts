import { distanceMetres } from '#network/distance.ts';
import type { PointNetwork } from '#network/point-network.ts';
import { afterPaint } from '../ui/paint.ts';
import type { MapViewState } from './map-view.svelte.ts';

/** The pin for a pressed dot may be a cluster, drawn in the middle of its points. */
const WITHIN_PIXELS = 40;
/**
 * Number of frames to check: the pins of a new view are drawn in several frames, those in the middle
 * first.
 */
const LOOKS = 5;
const MOVED_METRES = 1;

/**
 * Presses the pin at the position where a dot of src/first-view was pressed before the map had loaded,
 * once the points in view are loaded; presses none if the map has been moved meanwhile. Loaded only if
 * there was such a press.
 * @param map the map's element
 * @param spot pixels from the map's middle
 */
export async function pressEarly(
  map: HTMLElement,
  network: PointNetwork,
  state: MapViewState,
  spot: { x: number; y: number },
): Promise<void> {
  const start = state.view;
  const { left, top, width, height } = map.getBoundingClientRect();
  const [x, y] = [left + width / 2 + spot.x, top + height / 2 + spot.y];
  /** Distance from the spot that a pin marks: its tip, or the middle of a cluster. */
  const distance = (pin: Element) => {
    const box = pin.getBoundingClientRect();
    const markedY = pin.classList.contains('dp-pin-cluster') ? box.y + box.height / 2 : box.bottom;
    return Math.hypot(box.x + box.width / 2 - x, markedY - y);
  };
  await network.source.loadIn?.(state.inView);
  for (let look = 0; look < LOOKS; look++) {
    await afterPaint();
    const { view } = state;
    if (view.zoom !== start.zoom || distanceMetres(view, start) > MOVED_METRES) return;
    const pins = [...map.querySelectorAll<HTMLElement>('.dp-pin')].filter(
      (pin) => distance(pin) <= WITHIN_PIXELS,
    );
    if (pins.length > 0) return pins.sort((one, other) => distance(one) - distance(other))[0]!.click();
  }
}
