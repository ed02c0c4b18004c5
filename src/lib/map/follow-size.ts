import type { Map } from './leaflet.ts';

/**
 * Reports each new size of its element to a map. After a change of the window, and after a time without
 * any size, the map keeps its centre. After other changes, such as of a pane beside the map, it keeps its
 * corner, so that pins don't move. A size of 0 is ignored: a hidden map keeps its last size, and
 * therefore its view.
 * @returns function that stops it
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

/** Whether any part of an element can be visible. */
export const hasArea = ({ clientWidth, clientHeight }: HTMLElement): boolean =>
  clientWidth * clientHeight > 0;
