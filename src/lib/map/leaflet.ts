/**
 * The parts of Leaflet that this map uses, under their usual names. Its one-file build can't be shaken by a bundler and is
 * 37 KB compressed; these parts are less than half of that, which a shopper on a slow phone sees.
 */
// oxlint-disable-next-line typescript/triple-slash-reference -- ambient modules, for every project that comes here
/// <reference path="./leaflet-parts.d.ts" />
import './leaflet-probe.ts';
import type * as Leaflet from 'leaflet';
import * as DomEventPart from 'leaflet/src/dom/DomEvent.js';
import * as DomUtilPart from 'leaflet/src/dom/DomUtil.js';
import { toBounds } from 'leaflet/src/geometry/Bounds.js';
import { toPoint } from 'leaflet/src/geometry/Point.js';
// Importing this gives maps their layers.
import 'leaflet/src/layer/Layer.js';
import { createMap } from 'leaflet/src/map/Map.js';
// Importing these gives maps their ways of being moved; keys and double presses come with controls.ts. Drawing a box and pressing long
// aren't among them.
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
 * Where the layer point 0, 0 will lie, in pixels of the world at `zoom`, once an animation to that view has ended.
 * Leaflet's own layers ask the map's private `_getNewPixelOrigin`; this is the same from public parts.
 */
export function originAfterZoom(map: Leaflet.Map, center: Leaflet.LatLng, zoom: number): Leaflet.Point {
  const pane = map.getPane('mapPane');
  const offset = pane ? DomUtil.getPosition(pane) : point(0, 0);
  return map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(offset).round();
}

/** Whether things may move: not where the visitor's system asks for less motion. Asked anew each time, as it can change. */
export function motionAllowed(): boolean {
  return !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
