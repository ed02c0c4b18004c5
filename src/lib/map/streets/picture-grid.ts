import * as L from '../leaflet.ts';
import type { Box } from '../frame.ts';
import type { FrameQueue } from '../frame-queue.ts';
import type { PaintedPicture, PicturePlace, WantedPicture } from './painter-messages.ts';
import { AHEAD_PIXELS, PICTURE_PIXELS } from './tile-places.ts';

/** A failed picture is requested again this many times, then it stays as it is. */
const MAX_RETRIES = 2;
/** Pictures within this distance of the view aren't removed, in pixels. */
const RETAINED_PIXELS = 320;

/** The pictures of one zoom. Shown scaled until those of another zoom have been painted. */
interface Level {
  element: HTMLElement;
  /** The element's north-western corner, in world pixels at this zoom. */
  origin: L.Point;
  pictures: Map<string, Entry>;
}

interface Entry extends PicturePlace {
  id: number;
  level: Level;
  /** In the document once painted, unless empty. */
  canvas: HTMLCanvasElement;
  /** Whether the painter has been given the canvas. */
  isGiven: boolean;
  /**
   * Whether it is complete and isn't requested again: it has been painted with the current look, is
   * empty, or has failed too often.
   */
  isFresh: boolean;
  /** How often it has failed since it was last painted. */
  failures: number;
}

/**
 * A grid of canvases for pictures of streets, moved and scaled with the map.
 * @param nextId returns a new id for a picture
 * @param ondrop called with the ids of removed pictures
 * @param onfail called when a picture that failed is to be requested again
 */
export function createPictureGrid(
  map: L.Map,
  below: Element,
  frames: FrameQueue,
  nextId: () => number,
  ondrop: (ids: readonly number[]) => void,
  onfail: () => void,
) {
  const holder = document.createElement('div');
  holder.className = 'dp-streets leaflet-layer';
  holder.setAttribute('aria-hidden', 'true');
  below.after(holder);
  const levels = new Map<number, Level>();
  const entries = new Map<number, Entry>();
  let arrived: PaintedPicture[] = [];
  let dropped: number[] = [];

  const keyOf = ({ x, y }: PicturePlace) => `${x},${y}`;

  function levelOf(zoom: number): Level {
    const known = levels.get(zoom);
    if (known !== undefined) return known;
    const element = document.createElement('div');
    element.className = 'leaflet-layer leaflet-zoom-animated';
    const level: Level = { element, origin: map.project(map.getCenter(), zoom).floor(), pictures: new Map() };
    levels.set(zoom, level);
    holder.append(element);
    placeLevels();
    return level;
  }

  function placeLevels(pixelOrigin = map.getPixelOrigin(), mapZoom = map.getZoom()): void {
    for (const [zoom, { element, origin }] of levels) {
      const scale = map.getZoomScale(mapZoom, zoom);
      L.DomUtil.setTransform(element, origin.multiplyBy(scale).subtract(pixelOrigin), scale);
    }
  }

  /** The range of pictures within a distance of the view; in pictures of the grid. */
  function rangeAround(pixels: number): Box {
    const { min, max } = map.getPixelBounds();
    return {
      west: Math.floor((min!.x - pixels) / PICTURE_PIXELS),
      north: Math.floor((min!.y - pixels) / PICTURE_PIXELS),
      east: Math.floor((max!.x + pixels) / PICTURE_PIXELS),
      south: Math.floor((max!.y + pixels) / PICTURE_PIXELS),
    };
  }

  /**
   * Removes pictures far from the view and adds those missing in it.
   * @returns the pictures to paint, the nearest to the centre first
   */
  function update(pixelRatio: number): WantedPicture<HTMLCanvasElement>[] {
    const level = levelOf(Math.round(map.getZoom()));
    const { pictures } = level;
    const [stored, wanted] = [rangeAround(RETAINED_PIXELS), rangeAround(AHEAD_PIXELS)];
    for (const [key, entry] of pictures) {
      if (isWithin(entry, entry.isFresh ? stored : wanted)) continue;
      pictures.delete(key);
      forget(entry);
    }
    const { west, north, east, south } = wanted;
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) {
        const key = keyOf({ x, y });
        if (!pictures.has(key)) pictures.set(key, add(level, { x, y }, pixelRatio));
      }
    }
    dropOthers();
    const distance = ({ x, y }: PicturePlace) => Math.hypot(x - (west + east) / 2, y - (north + south) / 2);
    return [...pictures.values()]
      .filter(({ isFresh }) => !isFresh)
      .map((entry) => {
        const canvas = entry.isGiven ? null : entry.canvas;
        entry.isGiven = true;
        return { id: entry.id, x: entry.x, y: entry.y, canvas };
      })
      .sort((a, b) => distance(a) - distance(b));
  }

  function add(level: Level, { x, y }: PicturePlace, pixelRatio: number): Entry {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.round(PICTURE_PIXELS * pixelRatio);
    canvas.style.width = canvas.style.height = `${PICTURE_PIXELS}px`;
    const corner = L.point(x * PICTURE_PIXELS, y * PICTURE_PIXELS);
    L.DomUtil.setTransform(canvas, corner.subtract(level.origin), 1);
    const entry: Entry = { id: nextId(), x, y, level, canvas, isGiven: false, isFresh: false, failures: 0 };
    entries.set(entry.id, entry);
    return entry;
  }

  function forget({ id, canvas, isGiven }: Entry): void {
    canvas.remove();
    entries.delete(id);
    if (isGiven) dropped.push(id);
  }

  function notifyDropped(): void {
    if (dropped.length > 0) ondrop(dropped);
    dropped = [];
  }

  /** Removes the pictures of other zooms once all of this zoom are painted. */
  function dropOthers(): void {
    const zoom = Math.round(map.getZoom());
    const level = levels.get(zoom);
    const isComplete = level !== undefined && [...level.pictures.values()].every(({ isFresh }) => isFresh);
    const others = [...levels.keys()].filter((other) => other !== zoom);
    // Until then, the pictures of the previous zoom stay visible.
    for (const other of isComplete ? others : others.slice(0, -1)) drop(other);
    notifyDropped();
  }

  function drop(zoom: number): void {
    const level = levels.get(zoom);
    level?.element.remove();
    level?.pictures.forEach(forget);
    levels.delete(zoom);
  }

  function putArrived(): void {
    for (const { id, outcome } of arrived) {
      const entry = entries.get(id);
      if (entry === undefined) continue;
      // A failed picture keeps its previous contents.
      entry.failures = outcome === 'failed' ? entry.failures + 1 : 0;
      entry.isFresh = entry.failures === 0 || entry.failures > MAX_RETRIES;
      if (outcome === 'empty') entry.canvas.remove();
      else if (outcome === 'painted' && !entry.canvas.isConnected) entry.level.element.append(entry.canvas);
      if (!entry.isFresh) onfail();
    }
    arrived = [];
    dropOthers();
  }

  const handlers: L.LeafletEventHandlerFnMap = {
    zoomanim: ({ center, zoom }) => placeLevels(L.originAfterZoom(map, center, zoom), zoom),
    zoom: () => placeLevels(),
    viewreset: () => placeLevels(),
  };
  map.on(handlers);

  function clear(): void {
    for (const zoom of levels.keys()) drop(zoom);
    arrived = [];
    notifyDropped();
  }

  return {
    update,
    /** Shows painted pictures. */
    take(painted: readonly PaintedPicture[]): void {
      arrived.push(...painted);
      frames.add('streets', putArrived);
    },
    /** Marks all pictures as not fresh; they are shown until painted again. */
    repaint(): void {
      for (const { pictures } of levels.values())
        for (const entry of pictures.values()) entry.isFresh = false;
    },
    clear,
    destroy(): void {
      frames.drop('streets');
      map.off(handlers);
      clear();
      holder.remove();
    },
  };
}

const isWithin = ({ x, y }: PicturePlace, { west, north, east, south }: Box): boolean =>
  x >= west && x <= east && y >= north && y <= south;
