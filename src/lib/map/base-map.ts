import type * as L from './leaflet.ts';
import { type MapLook, readLook, watchTheme } from './base-map-look.ts';
import { createBaseMapLoader } from './base-map-loader.ts';
import { boxesOfControls, CONTROLS_ADDED } from './control-boxes.ts';
import { boxOfFrame, type Frame } from './frame.ts';
import type { FrameQueue } from './frame-queue.ts';
import { listCandidates } from './label-candidates.ts';
import { measureLabel } from './label-styles.ts';
import { levelAt, type MapLevel } from './map-levels.ts';
import { paintLabels } from './paint-labels.ts';
import { paintLand } from './paint-land.ts';
import type { Rectangle } from './place-labels.ts';
import type { StreetsLoader } from './streets/streets-loader.ts';
import { createViewCanvas } from './view-canvas.ts';

const FOLDER = '/basemap/';
/** While points are loading, names are redrawn around new pins at this interval. */
const LABELS_INTERVAL_MS = 500;
/**
 * The tiles of a view are painted together once all have loaded; after this time, the loaded ones
 * are painted.
 */
const TILES_INTERVAL_MS = 200;

/**
 * Lines need fewer pixels than letters: this saves megabytes on a phone, and copying on machines
 * without a GPU.
 */
const LAND_PIXEL_RATIO = 1.5;
const LABELS_PIXEL_RATIO = 2;

export type BaseMap = ReturnType<typeof createBaseMap>;

/**
 * The offline map below everything else: land, borders and names, painted on two canvases from our
 * own vector tiles. Requests them immediately; until they have loaded, all is land.
 * @param language of country names, as in `lang`
 * @param onland called when the land of a whole view has been painted
 * @param preloading returns a promise of requests that must finish before the map's own are sent;
 * undefined if there are none
 */
export function createBaseMap(
  map: L.Map,
  frames: FrameQueue,
  language: string,
  onland: () => void,
  preloading: StreetsLoader['preloading'],
) {
  const element = map.getContainer();
  const pane = map.createPane('base');
  const loader = createBaseMapLoader(FOLDER, takeIn, async (...request) => {
    await preloading();
    return fetch(...request);
  });
  // Read when first painted and when the theme changes: reading forces the browser to recalculate all styles.
  let look: MapLook | null = null;
  let pins: readonly Rectangle[] = [];
  let labelsTimer: ReturnType<typeof setTimeout> | undefined;
  let tilesTimer: ReturnType<typeof setTimeout> | undefined;
  const nameCountry = countryNames(language);
  let streetsLoader: StreetsLoader | null = null;

  const partsFor = (frame: Frame) => loader.partsFor(boxOfFrame(frame), frame.zoom);
  const land = createViewCanvas(map, pane, frames, 'land', LAND_PIXEL_RATIO, (frame) => (context) => {
    const parts = partsFor(frame);
    paintLand(context, frame, parts, lookNow().colours, !streetsLoader?.streets()?.areIn(frame));
    if (parts.complete) onland();
  });
  const labels = createViewCanvas(
    map,
    pane,
    frames,
    'labels',
    LABELS_PIXEL_RATIO,
    (frame, { x, y }, context, pixelRatio) => {
      // No name is written under a control either.
      const obstacles = [...pins, ...boxesOfControls(map)].map(({ left, top, right, bottom, ...kind }) => ({
        ...kind,
        left: left - x,
        right: right - x,
        top: top - y,
        bottom: bottom - y,
      }));
      const candidates = listCandidates(partsFor(frame), frame, nameCountry, (text, style) =>
        measureLabel(context, text, style, lookNow()),
      );
      const streets = streetsLoader?.streets();
      if (!streets?.areIn(frame)) return (context) => paintLabels(context, candidates, obstacles, lookNow());
      return streets.paintNames(frame, pixelRatio, obstacles, candidates);
    },
  );
  const unwatchTheme = watchTheme(() => {
    look = null;
    streetsLoader?.streets()?.changeLook();
    redrawAll();
  });
  // Names are redrawn after the pins (avoidPins), which this event redraws too.
  map.on('moveend', redrawLand);
  map.on(CONTROLS_ADDED, redrawLabels);

  function redrawLand(): void {
    // Until some has loaded, the map's background is land: that needs no canvas, and no memory for one.
    if (isLandThere()) land.redraw();
  }

  function isLandThere(): boolean {
    const { tiles, complete } = partsFor(land.frameNow());
    return complete || tiles.some(({ tile }) => tile !== null);
  }

  function takeIn(level: MapLevel): void {
    const frame = land.frameNow();
    const { complete } = partsFor(frame);
    // A tile of another level: requested for later views.
    if (complete && level !== levelAt(frame.zoom)) return;
    if (complete) paintTiles();
    else tilesTimer ??= setTimeout(paintTiles, TILES_INTERVAL_MS);
  }

  function paintTiles(): void {
    clearTimeout(tilesTimer);
    tilesTimer = undefined;
    redrawAll();
  }

  function lookNow(): MapLook {
    return (look ??= readLook(element));
  }

  function redrawAll(): void {
    redrawLand();
    redrawLabels();
  }

  function redrawLabels(): void {
    clearTimeout(labelsTimer);
    labelsTimer = undefined;
    // While tiles are loading, names are written when the tiles are painted. Names of streets don't
    // wait for the base map's.
    const areNamesThere = isLandThere() || streetsLoader?.streets()?.areIn(land.frameNow());
    if (tilesTimer === undefined && areNamesThere) labels.redraw();
  }

  redrawAll();

  return {
    /** Sets the boxes of the pins, in layer points; names are written beside them. */
    avoidPins(next: readonly Rectangle[], atRest: boolean): void {
      pins = next;
      if (atRest) redrawLabels();
      else labelsTimer ??= setTimeout(redrawLabels, LABELS_INTERVAL_MS);
    },
    /** Shows streets where there are any. */
    addStreets(added: StreetsLoader): void {
      if (streetsLoader === added) return;
      streetsLoader = added;
      streetsLoader.start(
        {
          frames,
          land: land.element,
          language,
          // Read again, as the streets' style sheet adds colours.
          readLook: () => (look = readLook(element)),
          onnames: redrawLabels,
        },
        redrawAll,
      );
    },
    destroy(): void {
      clearTimeout(labelsTimer);
      clearTimeout(tilesTimer);
      map.off('moveend', redrawLand);
      map.off(CONTROLS_ADDED, redrawLabels);
      unwatchTheme();
      loader.destroy();
      land.destroy();
      labels.destroy();
      pane.remove();
    },
  };
}

/**
 * Country names in a language, in capitals. Created when first called, as that takes the browser milliseconds, and at higher
 * zooms no country is named.
 * @returns a function from an ISO 3166-1 code to the name; a well-formed code without a name is returned in capitals
 * @throws RangeError from the returned function, for other text
 */
function countryNames(language: string): (code: string) => string {
  let names: Intl.DisplayNames | null = null;
  return (code) => {
    names ??= new Intl.DisplayNames([language, 'en'], { type: 'region', style: 'short' });
    return (names.of(code) ?? code).toLocaleUpperCase(language);
  };
}
