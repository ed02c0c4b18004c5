import * as L from './leaflet.ts';

/**
 * Where the layer point 0, 0 will lie, in pixels of the world at `zoom`, once an animation to that view has ended.
 * Leaflet's own layers ask the map's private `_getNewPixelOrigin`; this is the same from public parts.
 */
export function originAfterZoom(map: L.Map, center: L.LatLng, zoom: number): L.Point {
  const pane = map.getPane('mapPane');
  const offset = pane ? L.DomUtil.getPosition(pane) : L.point(0, 0);
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(offset).round();
}
