import * as L from './leaflet.ts';
import { DEEPEST_ZOOM } from '../network/clusters.ts';
import type { Bounds } from '../network/point-store.ts';
import type { BaseMap } from './base-map.ts';
import { createFrameQueue } from './frame-queue.ts';
import type { HereMark } from './here-mark.ts';
import {
  askForStreets,
  STREETS_FROM_ZOOM,
  type Here,
  type LocatorMap,
  type LocatorMapOptions,
  type MapView,
  type Marks,
} from './locator-map.ts';
import './leaflet-needs.css';
import './map.css';
import { createPointsLayer } from './points-layer.ts';
import type { StreetsGate } from './streets/gate.ts';

/** Zoomed out further, the world would come several times into one view. */
const MIN_ZOOM = 3;
/** `fit` doesn't come nearer than this: a single street's points are to be seen with the streets around. */
const NEAREST_FIT = 16;
const FIT_PADDING_PIXELS = 48;
/** Land that takes longer isn't at hand after all. */
const LAND_FIRST_MS = 600;

/**
 * Builds the map into its element. The only room that knows Leaflet, which can't live without a DOM: import this where there is one.
 * Not a promise of its own, because a picker without its map is of no use, and one more round trip on a slow link would be seen.
 */
export function buildMap(options: LocatorMapOptions): LocatorMap {
  const { element, store, start, tiles, landFirst, gestures, labels, onpress, onhover, onmove } = options;
  const moves = L.motionAllowed();
  let destroyed = false;
  const language = languageOf(element);
  element.classList.add('dp-map');
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', labels.map);
  const map = L.map(element, {
    attributionControl: false,
    zoomControl: false,
    minZoom: MIN_ZOOM,
    maxZoom: DEEPEST_ZOOM,
    worldCopyJump: true,
    zoomAnimation: moves,
    fadeAnimation: moves,
    markerZoomAnimation: moves,
    inertia: moves,
  });
  if ('west' in start) fit(start);
  else map.setView([start.latitude, start.longitude], start.zoom, { animate: false });

  let open: Marks['open'] = null;
  let here: Here | null = null;
  let hereMark: HereMark | null = null;
  const frames = createFrameQueue();
  let baseMap: BaseMap | null = null;
  /** What was drawn last; the base map comes later, and writes its names beside it. */
  let drawn: Parameters<BaseMap['avoidPins']> = [[], true];
  /** What could not be had is asked for at the next move. */
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
  let gate: StreetsGate | null = null;
  /** The painters of the land come with the land. */
  const drawLand = () =>
    loadPart(
      () => import('./base-map.ts'),
      ({ createBaseMap }) => {
        baseMap ??= createBaseMap(map, frames, language, showPoints, () => gate?.ahead());
        baseMap.avoidPins(...drawn);
        if (gate !== null) baseMap.addStreets(gate);
      },
    );
  let streetsAskedFor = false;
  /** Where a view has streets, their land comes before what else stands beside the map. */
  const loadStreets = () => {
    // Online tiles have streets of their own.
    if (streetsAskedFor || tiles || destroyed) return;
    streetsAskedFor = true;
    const asked = map.getZoom() < STREETS_FROM_ZOOM ? null : askForStreets();
    // Told by the gate.
    asked?.catch(() => undefined);
    loadPart(
      () => import('./streets/gate.ts'),
      ({ createStreetsGate }) => {
        gate = createStreetsGate(map, drawLand, asked);
        baseMap?.addStreets(gate);
      },
    );
  };
  // Brought along only where tiles are configured.
  if (tiles) {
    void import('./tile-layer.ts').then(({ addTileLayer }) => {
      if (!destroyed) addTileLayer(map, tiles);
    });
  }
  const points = createPointsLayer({
    map,
    frames,
    store,
    labels,
    onpress,
    onhover,
    ondraw(boxes, atRest) {
      drawn = [boxes, atRest];
      baseMap?.avoidPins(boxes, atRest);
      // The pins are seen first.
      if (boxes.length > 0) requestAnimationFrame(() => setTimeout(loadStreets));
    },
  });
  const showPoints = () => element.classList.remove('dp-land-first');
  let landTimer: ReturnType<typeof setTimeout> | undefined;
  if (landFirst) {
    element.classList.add('dp-land-first');
    landTimer = setTimeout(showPoints, LAND_FIRST_MS);
    drawLand();
  }
  let scaleTimer: ReturnType<typeof setTimeout> | undefined;
  /** Zoom buttons and credits come with the land. */
  const loadControls = () =>
    loadPart(
      async () => (await importParts()).controls(),
      ({ addControls, addScaleBar }) => {
        addControls(map, labels, tiles?.attribution ?? null, zoomBy);
        // A task of its own: the language's numbers take as long to learn as a view of pins to draw.
        scaleTimer = setTimeout(() => addScaleBar(map, language));
      },
    );

  /** A map that the page scrolls past: few shops put it so, and what that takes comes then. */
  let stopCooperating = () => {};
  const loadGestures = () =>
    loadPart(
      async () => (await importParts()).gestures(),
      ({ cooperate }) => (stopCooperating = cooperate(element, labels)),
    );

  const notifyMove = () => onmove?.(viewOf(map), boundsOf(map));
  map.on('moveend', notifyMove);
  // The first view is at rest too; told once the caller has the map in hand.
  const firstMove = requestAnimationFrame(notifyMove);

  const resize = () => {
    map.invalidateSize({ animate: false, pan: false });
  };
  const sizes = new ResizeObserver(resize);
  sizes.observe(element);

  /** The open point stays where it is seen: a sheet may cover the middle of the map. */
  function zoomBy(levels: number) {
    const at: [number, number] | null = open && [open.latitude, open.longitude];
    if (at === null || !map.getBounds().contains(at)) map.setZoom(map.getZoom() + levels);
    else map.setZoomAround(at, map.getZoom() + levels);
  }

  /** Few ask where they are: what shows it comes then. */
  const loadHereMark = () =>
    loadPart(
      async () => (await importParts()).here(),
      ({ createHereMark }) => (hereMark ??= createHereMark(map)).show(here),
    );

  function fit({ west, south, east, north }: Bounds) {
    map.fitBounds(
      [
        [south, west],
        [north, east],
      ],
      { padding: [FIT_PADDING_PIXELS, FIT_PADDING_PIXELS], maxZoom: NEAREST_FIT, animate: false },
    );
  }

  return {
    refresh: points.refresh,
    complete() {
      drawLand();
      loadStreets();
      loadControls();
      if (gestures === 'cooperative') loadGestures();
    },
    mark(marks) {
      open = marks.open;
      points.mark(marks);
    },
    showHere(next) {
      here = next;
      if (here !== null || hereMark !== null) loadHereMark();
    },
    show(view) {
      const { lat, lng } = map.getCenter();
      map.setView([view.latitude ?? lat, view.longitude ?? lng], view.zoom ?? map.getZoom(), {
        animate: L.motionAllowed(),
      });
    },
    resize,
    destroy() {
      destroyed = true;
      cancelAnimationFrame(firstMove);
      clearTimeout(scaleTimer);
      clearTimeout(landTimer);
      sizes.disconnect();
      frames.destroy();
      points.destroy();
      gate?.destroy();
      baseMap?.destroy();
      stopCooperating();
      map.remove();
      // Leaflet leaves its classes behind.
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

const importParts = async () => (await import('./parts.ts')).PARTS;

/** The middle of the view, its longitude within ±180. */
function viewOf(map: L.Map): MapView {
  const { lat, lng } = map.getCenter().wrap();
  return { latitude: lat, longitude: lng, zoom: map.getZoom() };
}

/** The box of the view, in the same turn of longitude as its middle. */
function boundsOf(map: L.Map): Bounds {
  const bounds = map.getBounds();
  const shift = map.getCenter().wrap().lng - map.getCenter().lng;
  return {
    west: bounds.getWest() + shift,
    south: bounds.getSouth(),
    east: bounds.getEast() + shift,
    north: bounds.getNorth(),
  };
}

/** The language around the element; English where there is none, or none that is well-formed. */
function languageOf(element: HTMLElement): string {
  try {
    return Intl.getCanonicalLocales(element.closest<HTMLElement>('[lang]')?.lang)[0] ?? 'en';
  } catch {
    return 'en';
  }
}
