/**
 * The parts of Leaflet that this map uses, under their usual names. Its one-file build can't be tree-shaken and is 37 KB
 * compressed; these parts are less than half of that, which is noticeable on a slow phone.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- ambient modules, for every project that comes here
/// <reference path="./leaflet-parts.d.ts" />
import './leaflet-probe.ts';
import type * as Leaflet from 'leaflet';
import type { Bounds } from '#network/point-source.ts';
import { unitsOfPixels } from '#network/snapshot-format/mercator.ts';
import type { Box } from './frame.ts';
import * as DomEventPart from 'leaflet/src/dom/DomEvent.js';
import * as DomUtilPart from 'leaflet/src/dom/DomUtil.js';
import { toBounds } from 'leaflet/src/geometry/Bounds.js';
import { toPoint } from 'leaflet/src/geometry/Point.js';
// Imported for its side effect: layer methods on maps.
import 'leaflet/src/layer/Layer.js';
import { createMap } from 'leaflet/src/map/Map.js';
// Imported for their side effects: interaction handlers on maps. Keyboard and double click are added by controls.ts; box zoom and
// tap hold aren't used.
import 'leaflet/src/map/handler/Map.Drag.js';
import 'leaflet/src/map/handler/Map.ScrollWheelZoom.js';
import 'leaflet/src/map/handler/Map.TouchZoom.js';

export const map = createMap as typeof Leaflet.map;
export const point = toPoint as typeof Leaflet.point;
export const bounds = toBounds as typeof Leaflet.bounds;
export const DomEvent = DomEventPart as unknown as typeof Leaflet.DomEvent;
export const DomUtil = DomUtilPart as unknown as typeof Leaflet.DomUtil;

export type { Coords, DoneCallback, Handler, LeafletEventHandlerFnMap, Map, Point, TileEvent } from 'leaflet';

/**
 * The world pixel of layer point 0, 0 at `zoom` after the animation to that view.
 * Leaflet's own layers call the map's private `_getNewPixelOrigin`; this computes the same with public methods.
 */
export function originAfterZoom(map: Leaflet.Map, center: Leaflet.LatLng, zoom: number): Leaflet.Point {
  const pane = map.getPane('mapPane');
  const offset = pane ? DomUtil.getPosition(pane) : point(0, 0);
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(offset).round();
}

/** The bounds of the view, in degrees. @param shift added to longitudes */
export function boundsOf(map: Leaflet.Map, shift = 0): Bounds {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest() + shift,
    south: bounds.getSouth(),
    east: bounds.getEast() + shift,
    north: bounds.getNorth(),
  };
}

/** The box of the view in Mercator units, enlarged by a margin in pixels. */
export function boxOfView(map: Leaflet.Map, margin = 0): Box {
  const { min, max } = map.getPixelBounds();
  const unit = unitsOfPixels(1, map.getZoom());
  return {
    west: (min!.x - margin) * unit,
    north: (min!.y - margin) * unit,
    east: (max!.x + margin) * unit,
    south: (max!.y + margin) * unit,
  };
}

/** Whether animations are allowed: not if the visitor's system asks for reduced motion. Not cached, as that can change. */
export function motionAllowed(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
