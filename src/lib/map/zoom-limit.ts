import { DEEPEST_ZOOM } from '#network/clusters.ts';
import type { Position } from '#network/distance.ts';
import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import type { Box } from './frame.ts';
import * as L from './leaflet.ts';

/** The last zoom at which the offline map has content. At deeper ones, most views would be blank without streets. */
const LAST_LAND_ZOOM = 14;

/** With a field of Leaflet's own, for which there is no method. */
type LeafletMap = L.Map & { _animatingZoom?: boolean };

export type ZoomLimit = ReturnType<typeof createZoomLimit>;

/**
 * Ends zooming where a view has no further content: no streets, and no points that are still drawn
 * as one. A view that is deeper already stays if it is the start's, from a link, or beside streets; one
 * that was reached before anybody knew goes back.
 * @param startZoom the zoom of the map's start
 * @param hasContent whether a box has streets or the like at the deepest zoom; undefined while that
 * isn't known, when nothing is limited
 * @param zoomBy zooms by a number of levels
 */
export function createZoomLimit(
  map: LeafletMap,
  startZoom: number,
  hasContent: (box: Box) => boolean | undefined,
  zoomBy: (levels: number) => void,
) {
  /** The zoom at which all points of the view are drawn separately. */
  let separateFrom = 0;
  /** The deepest zoom that stays; null: the current one. */
  let stays: number | null = startZoom;

  return {
    /** To be called when pins have been drawn, and when `hasContent` has changed. */
    update(separate = separateFrom): void {
      separateFrom = separate;
      const content = hasContent(L.boxOfView(map));
      const zoom = map.getZoom();
      if (content === false) {
        const last = Math.max(LAST_LAND_ZOOM, separateFrom, stays ?? zoom);
        // Leaflet would zoom around the middle, which a sheet may cover.
        if (zoom > last) zoomBy(last - zoom);
        map.setMaxZoom(last);
      } else map.setMaxZoom(DEEPEST_ZOOM);
      // Leaflet ignores calls while it zooms: the next update goes back.
      if (content !== undefined && !map._animatingZoom) stays = null;
    },
    /** Lets the map show a zoom, however deep, until it is at rest. */
    allow(zoom: number): void {
      map.setMaxZoom(Math.max(zoom, map.getMaxZoom()));
    },
    /** The last zoom with content around a position, for a move of the map; the map's own if the position is in view. */
    lastZoomAt({ latitude, longitude }: Position): number {
      const [x, y] = [unitX(longitude), unitY(latitude)];
      if (hasContent({ west: x, north: y, east: x + 1, south: y + 1 }) !== false) return DEEPEST_ZOOM;
      const isInView = map.getBounds().contains([latitude, longitude]);
      return isInView ? Math.max(LAST_LAND_ZOOM, map.getZoom()) : LAST_LAND_ZOOM;
    },
  };
}
