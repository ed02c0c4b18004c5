import * as L from './leaflet.ts';
import { DEEPEST_ZOOM } from '#network/clusters.ts';
import { unitX, unitY } from '#network/snapshot-format/mercator.ts';
import type { BaseMap } from './base-map.ts';
import { followSize, hasArea } from './follow-size.ts';
import type { Box } from './frame.ts';
import { createFrameQueue } from './frame-queue.ts';
import type { ShowOrigin } from './origin-mark.ts';
import {
  requestStreets,
  STREETS_FROM_ZOOM,
  type LocatorMap,
  type LocatorMapOptions,
  type MarkedPoints,
  type OriginMark,
} from './locator-map.ts';
import './leaflet-needs.css';
import './map.css';
import { createPointsLayer } from './points-layer.ts';
import type { StreetsLoader } from './streets/streets-loader.ts';
import type { ZoomLimit } from './zoom-limit.ts';

/** At lower zooms, the world would be repeated within a view. */
const MIN_ZOOM = 3;
/** The highest zoom of `fit`: the points of a single street are shown with the streets around. */
const NEAREST_FIT = 16;
const FIT_PADDING_PIXELS = 48;
/** The padding of a small map is this part of its size. */
const FIT_PADDING_PART = 8;
/** Pins wait for the land no longer than this. */
const LAND_FIRST_MS = 600;

/** With fields of Leaflet's own, for which there is no method. */
type LeafletMap = L.Map & { _lastCenter?: unknown; _animatingZoom?: boolean };

/**
 * Builds the map in its element. Only this folder uses Leaflet, which needs a DOM: import this only where there is one. Leaflet
 * is imported statically: a picker without its map is of no use, and another round trip would be noticeable on a slow connection.
 */
export function buildMap(options: LocatorMapOptions): LocatorMap {
  const { element, start, tiles, landFirst, gestures, labels, onmove } = options;
  const moves = L.motionAllowed();
  let destroyed = false;
  const language = languageOf(element);
  element.classList.add('dp-map');
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', labels.map);
  const map: LeafletMap = L.map(element, {
    attributionControl: false,
    zoomControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: DEEPEST_ZOOM,
    // followSize does.
    trackResize: false,
    worldCopyJump: true,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
    inertia: moves,
  });
  // When a pan ends at its pane's origin, as on the way back, Leaflet mistakes the centre of its
  // last zoom for the current one.
  map.on('movestart', () => delete map._lastCenter);
  if ('west' in start) fitStart();
  else map.setView([start.latitude, start.longitude], start.zoom, { animate: false });

  let open: MarkedPoints['open'] = null;
  let origin: OriginMark | null = null;
  let showOrigin: ShowOrigin | null = null;
  const frames = createFrameQueue();
  let baseMap: BaseMap | null = null;
  /** The boxes of the pins drawn last, for the base map, which is loaded later and writes its names beside them. */
  let drawn: Parameters<BaseMap['avoidPins']> = [[], true];
  /** Imports a part and passes it on; if that fails, again after the next move. */
  const loadPart = <Part>(importPart: () => Promise<Part>, use: (part: Part) => void) => {
    void importPart().then(
      (part) => {
        if (!destroyed) use(part);
      },
      () => {
        if (!destroyed) map.once('moveend', () => loadPart(importPart, use));
      },
    );
  };
  let streetsLoader: StreetsLoader | null = null;
  /** Null, which limits nothing, until it can be known where streets are; always with online tiles, which contain streets. */
  let limit: ZoomLimit | null = null;
  const startZoom = map.getZoom();
  /** The zoom at which the pins drawn last are all separate. */
  let separateFrom = 0;
  const drawLand = () =>
    loadPart(
      () => import('./base-map.ts'),
      ({ createBaseMap }) => {
        baseMap ??= createBaseMap(map, frames, language, showPoints, () => streetsLoader?.preloading());
        baseMap.avoidPins(...drawn);
        if (streetsLoader !== null) baseMap.addStreets(streetsLoader);
      },
    );
  let areStreetsRequested = false;
  /** Requests streets. If the view has some, the land below them is loaded before the picker's other parts. */
  const loadStreets = () => {
    // Online tiles contain streets.
    if (areStreetsRequested || tiles || destroyed) return;
    areStreetsRequested = true;
    const request = map.getZoom() < STREETS_FROM_ZOOM ? null : requestStreets();
    // Errors are handled by streets-loader.ts.
    request?.catch(() => undefined);
    loadPart(
      () => import('./streets/streets-loader.ts'),
      ({ createStreetsLoader, createZoomLimit }) => {
        const loader = (streetsLoader = createStreetsLoader(map, drawLand, () => limit?.update(), request));
        // Around the shopper's position, the circle of its accuracy is visible.
        const hasContent = (box: Box) => isHereIn(box) || loader.haveStreets(box, DEEPEST_ZOOM);
        limit = createZoomLimit(map, startZoom, hasContent, zoomBy);
        limit.update(separateFrom);
        baseMap?.addStreets(loader);
      },
    );
  };
  // Imported only if tiles are configured.
  if (tiles)
    loadPart(
      () => import('./tile-layer.ts'),
      ({ addTileLayer }) => addTileLayer(map, tiles),
    );
  const points = createPointsLayer(map, frames, options, (boxes, atRest, separate) => {
    drawn = [boxes, atRest];
    separateFrom = separate;
    baseMap?.avoidPins(...drawn);
    limit?.update(separate);
    // After the pins have been painted.
    if (boxes.length > 0) requestAnimationFrame(() => setTimeout(loadStreets));
  });
  const showPoints = () => element.classList.remove('dp-land-first');
  let landTimer: ReturnType<typeof setTimeout> | undefined;
  if (landFirst) {
    element.classList.add('dp-land-first');
    landTimer = setTimeout(showPoints, LAND_FIRST_MS);
    drawLand();
  }
  let scaleTimer: ReturnType<typeof setTimeout> | undefined;
  let disableCooperativeGestures = () => {};
  const notifyMove = () => {
    const center = map.getCenter();
    // Longitudes of the view's centre are within ±180.
    const { lat, lng } = center.wrap();
    onmove?.({ latitude: lat, longitude: lng, zoom: map.getZoom() }, L.boundsOf(map, lng - center.lng));
  };
  map.on('moveend', notifyMove);
  // Also for the first view, once the caller has received the map.
  const firstMove = requestAnimationFrame(notifyMove);

  const ignoreSize = followSize(map, element);

  /** Zooms around the open point if it is in view, as a sheet may cover the middle of the map. */
  function zoomBy(levels: number) {
    const at: [number, number] | null = open && [open.latitude, open.longitude];
    if (at === null || !map.getBounds().contains(at)) map.setZoom(map.getZoom() + levels);
    else map.setZoomAround(at, map.getZoom() + levels);
  }

  /** Shows the start's area. A map without a size can't show it, and does so once it has one. */
  function fitStart() {
    if (!('west' in start)) return;
    const { west, south, east, north } = start;
    const { x, y } = map.getSize().divideBy(FIT_PADDING_PART);
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      {
        padding: [Math.min(FIT_PADDING_PIXELS, x), Math.min(FIT_PADDING_PIXELS, y)],
        maxZoom: NEAREST_FIT,
        animate: false,
      },
    );
    if (!hasArea(element)) map.once('resize', fitStart);
  }

  function isHereIn({ west, south, east, north }: Box): boolean {
    if (origin?.kind !== 'device') return false;
    const [x, y] = [unitX(origin.longitude), unitY(origin.latitude)];
    return x >= west && x <= east && y >= north && y <= south;
  }

  return {
    refresh: points.refresh,
    complete() {
      drawLand();
      loadStreets();
      loadPart(
        async () => (await importParts()).controls(),
        ({ addControls, addScaleBar, createRovingFocus }) => {
          points.rove(createRovingFocus);
          addControls(map, labels, tiles?.attribution ?? null, zoomBy);
          // In a separate task: creating a number format takes as long as drawing a view of pins.
          scaleTimer = setTimeout(() => addScaleBar(map, language));
        },
      );
      if (gestures === 'cooperative')
        loadPart(
          async () => (await importParts()).gestures(),
          ({ enableCooperativeGestures }) =>
            (disableCooperativeGestures = enableCooperativeGestures(element, labels)),
        );
    },
    mark(marks) {
      open = marks.open;
      points.mark(marks);
    },
    namePins: points.namePins,
    showOrigin(next) {
      origin = next;
      limit?.update();
      // Imported on demand: the first view has none.
      if (origin !== null || showOrigin !== null)
        loadPart(
          async () => (await importParts()).origin(),
          ({ createOriginMark }) => (showOrigin ??= createOriginMark(map))(origin),
        );
    },
    lastZoomAt: (position) => limit?.lastZoomAt(position) ?? DEEPEST_ZOOM,
    show(view) {
      // Leaflet ignores calls while it zooms.
      if (map._animatingZoom) return void map.once('moveend', () => this.show(view));
      map.off('resize', fitStart);
      const { lat, lng } = map.getCenter();
      if (view.zoom !== undefined) limit?.allow(view.zoom);
      map.setView([view.latitude ?? lat, view.longitude ?? lng], view.zoom ?? map.getZoom(), {
        animate: L.motionAllowed(),
      });
    },
    destroy() {
      destroyed = true;
      cancelAnimationFrame(firstMove);
      clearTimeout(scaleTimer);
      clearTimeout(landTimer);
      ignoreSize();
      frames.destroy();
      points.destroy();
      streetsLoader?.destroy();
      baseMap?.destroy();
      disableCooperativeGestures();
      map.remove();
      // A move may be about to be reported.
      map.off();
      // Leaflet doesn't remove its classes.
      element.classList.remove(
        'dp-map',
        'dp-land-first',
        ...[...element.classList].filter((name) => name.startsWith('leaflet-')),
      );
      element.removeAttribute('role');
      element.removeAttribute('aria-label');
      element.removeAttribute('tabindex');
    },
  };
}

const importParts = async () => (await import('./parts.ts')).MAP_PARTS;

/** The language of the element (`lang`); English if it is missing or malformed. */
function languageOf(element: HTMLElement): string {
  try {
    return Intl.getCanonicalLocales(element.closest<HTMLElement>('[lang]')?.lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
