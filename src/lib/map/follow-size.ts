import type { Map } from './leaflet.ts';

/**
 * Tells a map of each new size of its element. The centre stays where it was after a change of the window, and after a time without
 * any size; the corner stays after others, as of a pane beside the map, so that pins don't move. A size of 0 is none: a map in what
 * is hidden keeps its last one, and with it what is in view.
 * @returns function that ends it
 */
export function followSize(map: Map, element: HTMLElement): () => void {
  let [width, height] = [innerWidth, innerHeight];
  let hadSize = hasArea(element);
  const sizes = new ResizeObserver(() => {
    const hasSize = hasArea(element);
    if (hasSize) {
      const ofWindow = width !== innerWidth || height !== innerHeight;
      [width, height] = [innerWidth, innerHeight];
      map.invalidateSize({ animate: false, pan: ofWindow || !hadSize, debounceMoveend: ofWindow });
    }
    hadSize = hasSize;
  });
  sizes.observe(element);
  return () => sizes.disconnect();
}

/** Whether anything of an element can be seen. */
export const hasArea = ({ clientWidth, clientHeight }: HTMLElement): boolean =>
  clientWidth * clientHeight > 0;
