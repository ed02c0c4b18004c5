import * as L from '../leaflet.ts';
import type { MapLook } from '../base-map-look.ts';
import { creditsOf } from '../credits.ts';
import { boxOfFrame, type Frame, type Box } from '../frame.ts';
import type { FrameQueue } from '../frame-queue.ts';
import type { LabelCandidate, Obstacle } from '../place-labels.ts';
import type { Areas } from './areas.ts';
import { STREETS_FROM_ZOOM } from '../locator-map.ts';
import { linkPainter } from './painter-link.ts';
import { createPictureGrid } from './picture-grid.ts';
import { readStreetLook } from './street-look.ts';
import type { PainterEvent } from './painter-messages.ts';
import './streets.css';
import { AHEAD_PIXELS, tilesFor } from './tile-places.ts';

export interface StreetsOptions {
  frames: FrameQueue;
  manifest: Areas;
  /** The base map's canvas of land; streets are inserted after it, below names. */
  land: Element;
  /** Language of names, as in `lang`. */
  language: string;
  readLook: () => MapLook;
  /** Called when names must be written again. */
  onnames: () => void;
  /** Called when a tile isn't at its address from the manifest. */
  ongone: () => void;
}

export type Streets = ReturnType<typeof createStreets>;

/** Limits memory, although more would make letters and thin lines sharper. */
const MAX_PIXEL_RATIO = 2;
/** While the map is dragged, pictures are requested after this many pixels. */
const STEP_PIXELS = 40;
/** Pictures that failed are requested again after this time. */
const RETRY_AFTER_MS = 1_000;

/** Shows streets between the base map's land and names, from STREETS_FROM_ZOOM on, where the operator has some. */
export function createStreets(
  map: L.Map,
  { frames, manifest, land, language, readLook, onnames, ongone }: StreetsOptions,
) {
  const element = map.getContainer();
  const { areas } = manifest;
  let lastId = 0;
  const nextId = () => ++lastId;
  let retry: ReturnType<typeof setTimeout> | undefined;
  const grid = createPictureGrid(
    map,
    land,
    frames,
    nextId,
    (ids) => painter.drop(ids),
    () => {
      clearTimeout(retry);
      retry = setTimeout(show, RETRY_AFTER_MS);
    },
  );
  const credits = creditsOf(map);
  const lookNow = () => readStreetLook(element, readLook());
  const painter = linkPainter({ areas, language: language.split('-')[0]! }, lookNow(), take, restart);
  /** Requests for names, by id. */
  const waiting = new Map<number, (isWritten: boolean) => void>();
  /** Canvases with names, by id. */
  const written = new Map<number, HTMLCanvasElement>();
  let shownAt: L.Point | null = null;

  function take(event: PainterEvent): void {
    if (event.kind === 'pictures') grid.take(event.painted);
    else if (event.kind === 'gone') ongone();
    else if (event.kind === 'more-names') onnames();
    else {
      waiting.get(event.id)?.(event.isWritten);
      waiting.delete(event.id);
    }
  }

  function restart(): void {
    grid.clear();
    dropNames();
    show();
    onnames();
  }

  /** Frees canvases of names that have been replaced on the page. */
  function freeNames(): void {
    const unseen = [...written].filter(([, canvas]) => !canvas.isConnected).map(([id]) => id);
    if (unseen.length > 0) painter.drop(unseen);
    for (const id of unseen) written.delete(id);
  }

  function dropNames(): void {
    for (const resolve of waiting.values()) resolve(false);
    waiting.clear();
  }

  const hasStreets = (box: Box, zoom: number) =>
    zoom >= STREETS_FROM_ZOOM && !tilesFor(areas, box, zoom).next().done;

  function show(): void {
    const zoom = map.getZoom();
    const box = L.boxOfView(map, AHEAD_PIXELS);
    shownAt = map.getPixelBounds().min!;
    const areThere = hasStreets(box, zoom);
    credits.showStreets(areThere ? manifest.attribution : null);
    if (areThere) {
      painter.show({ zoom, box, wanted: grid.update(Math.min(MAX_PIXEL_RATIO, devicePixelRatio)) });
    } else {
      grid.clear();
      freeNames();
    }
  }

  const handlers: L.LeafletEventHandlerFnMap = {
    moveend: show,
    move() {
      const isPinched = map.getZoom() !== Math.round(map.getZoom());
      if (!isPinched && shownAt !== null && map.getPixelBounds().min!.distanceTo(shownAt) >= STEP_PIXELS)
        show();
    },
  };
  map.on(handlers);
  show();

  return {
    /** Whether a frame has streets: `paintNames` writes the base map's names too then. */
    areIn: (frame: Frame): boolean => hasStreets(boxOfFrame(frame), frame.zoom),
    /** Writes names of streets and others. @returns a canvas of the frame's size; null if a newer request replaced this one */
    paintNames(
      frame: Frame,
      pixelRatio: number,
      obstacles: readonly Obstacle[],
      others: readonly LabelCandidate[],
    ): Promise<HTMLCanvasElement | null> {
      freeNames();
      const id = nextId();
      const canvas = document.createElement('canvas');
      canvas.width = Math.round(frame.width * pixelRatio);
      canvas.height = Math.round(frame.height * pixelRatio);
      return new Promise((resolve) => {
        waiting.set(id, (isWritten) => {
          written.set(id, canvas);
          resolve(isWritten ? canvas : null);
        });
        painter.paintNames({ id, canvas, frame, pixelRatio, obstacles, others });
      });
    },
    /** To be called when the theme has changed. */
    changeLook(): void {
      painter.setLook(lookNow());
      grid.repaint();
      show();
    },
    destroy(): void {
      map.off(handlers);
      clearTimeout(retry);
      credits.showStreets(null);
      painter.destroy();
      grid.destroy();
      dropNames();
    },
  };
}
