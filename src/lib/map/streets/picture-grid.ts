import * as L from '../leaflet.ts';
import type { FrameQueue } from '../frame-queue.ts';
import { originAfterZoom } from '../zoom-frame.ts';
import type { Picture, PicturePlace } from './street-painter.ts';
import { AHEAD_PIXELS, PICTURE_PIXELS } from './tile-places.ts';

/** Pictures are kept so far outside the view, in pixels. */
const KEPT_PIXELS = 320;
const PICTURES_A_FRAME = 3;

/** The pictures of one zoom. They stay, scaled, until those of another zoom have come. */
interface Level {
  element: HTMLElement;
  /** The pixel of the world at this zoom on which the element's corner lies. */
  origin: L.Point;
  pictures: Map<string, Entry>;
}

interface Entry extends PicturePlace {
  /** null: nothing is there, or nothing has come yet. */
  canvas: HTMLCanvasElement | null;
  /** Whether it came as it is to look now; else it is still wanted. */
  isFresh: boolean;
}

export interface PictureGrid {
  /** What the view lacks, the middle first; takes away what it has done with. */
  listMissing(): PicturePlace[];
  take(zoom: number, place: PicturePlace, picture: Picture | null): void;
  /** Has all pictures be missing: those that are there stay until others come. */
  repaint(): void;
  clear(): void;
  destroy(): void;
}

/** Puts painted pictures side by side, and moves and scales them with the map. */
export function createPictureGrid(map: L.Map, before: Element, frames: FrameQueue): PictureGrid {
  const holder = document.createElement('div');
  holder.className = 'dp-streets';
  holder.setAttribute('aria-hidden', 'true');
  before.before(holder);
  const levels = new Map<number, Level>();
  let arrived: { zoom: number; place: PicturePlace; picture: Picture | null }[] = [];

  const keyOf = ({ x, y }: PicturePlace) => `${x},${y}`;

  function levelOf(zoom: number): Level {
    const known = levels.get(zoom);
    if (known !== undefined) return known;
    const element = document.createElement('div');
    element.className = 'leaflet-zoom-animated';
    const level: Level = { element, origin: map.project(map.getCenter(), zoom).floor(), pictures: new Map() };
    levels.set(zoom, level);
    holder.append(element);
    placeLevel(level, zoom, map.getPixelOrigin(), map.getZoom());
    return level;
  }

  function placeLevel({ element, origin }: Level, zoom: number, pixelOrigin: L.Point, mapZoom: number): void {
    const scale = map.getZoomScale(mapZoom, zoom);
    L.DomUtil.setTransform(element, origin.multiplyBy(scale).subtract(pixelOrigin), scale);
  }

  function placeLevels(pixelOrigin = map.getPixelOrigin(), mapZoom = map.getZoom()): void {
    for (const [zoom, level] of levels) placeLevel(level, zoom, pixelOrigin, mapZoom);
  }

  /** Pictures that lie within a distance of the view. */
  function rangeAround(pixels: number): Range {
    const { min, max } = map.getPixelBounds();
    return {
      west: Math.floor((min!.x - pixels) / PICTURE_PIXELS),
      north: Math.floor((min!.y - pixels) / PICTURE_PIXELS),
      east: Math.floor((max!.x + pixels) / PICTURE_PIXELS),
      south: Math.floor((max!.y + pixels) / PICTURE_PIXELS),
    };
  }

  function listMissing(): PicturePlace[] {
    const { pictures } = levelOf(Math.round(map.getZoom()));
    const [kept, wanted] = [rangeAround(KEPT_PIXELS), rangeAround(AHEAD_PIXELS)];
    for (const [key, entry] of pictures) {
      if (isWithin(entry, entry.isFresh ? kept : wanted)) continue;
      pictures.delete(key);
      entry.canvas?.remove();
    }
    const { west, north, east, south } = wanted;
    for (let x = west; x <= east; x++) {
      for (let y = north; y <= south; y++) {
        const key = keyOf({ x, y });
        if (!pictures.has(key)) pictures.set(key, { x, y, canvas: null, isFresh: false });
      }
    }
    dropOthers();
    const distance = ({ x, y }: PicturePlace) => Math.hypot(x - (west + east) / 2, y - (north + south) / 2);
    return [...pictures.values()]
      .filter(({ isFresh }) => !isFresh)
      .map(({ x, y }) => ({ x, y }))
      .sort((a, b) => distance(a) - distance(b));
  }

  /** Other zooms' pictures have had their time when this zoom's have all come. */
  function dropOthers(): void {
    const zoom = Math.round(map.getZoom());
    const level = levels.get(zoom);
    if (level === undefined || [...level.pictures.values()].some(({ isFresh }) => !isFresh)) {
      // Of those of many zooms in a row the last will do.
      for (const other of [...levels.keys()].filter((other) => other !== zoom).slice(0, -1)) drop(other);
    } else for (const other of levels.keys()) if (other !== zoom) drop(other);
  }

  function drop(zoom: number): void {
    levels.get(zoom)?.element.remove();
    levels.delete(zoom);
  }

  function putArrived(): void {
    for (const { zoom, place, picture } of arrived.splice(0, PICTURES_A_FRAME)) put(zoom, place, picture);
    if (arrived.length > 0) frames.add('streets', putArrived);
    else dropOthers();
  }

  function put(zoom: number, place: PicturePlace, picture: Picture | null): void {
    const level = levels.get(zoom);
    const entry = level?.pictures.get(keyOf(place));
    if (level === undefined || entry === undefined) return closePicture(picture);
    entry.isFresh = true;
    entry.canvas?.remove();
    entry.canvas = picture && canvasOf(picture);
    if (entry.canvas === null) return;
    entry.canvas.style.width = entry.canvas.style.height = `${PICTURE_PIXELS}px`;
    const corner = L.point(place.x * PICTURE_PIXELS, place.y * PICTURE_PIXELS);
    L.DomUtil.setTransform(entry.canvas, corner.subtract(level.origin), 1);
    level.element.append(entry.canvas);
  }

  const handlers: L.LeafletEventHandlerFnMap = {
    zoomanim: ({ center, zoom }) => placeLevels(originAfterZoom(map, center, zoom), zoom),
    zoom: () => placeLevels(),
    viewreset: () => placeLevels(),
  };
  map.on(handlers);

  function clear(): void {
    for (const zoom of levels.keys()) drop(zoom);
    for (const { picture } of arrived) closePicture(picture);
    arrived = [];
  }

  return {
    listMissing,
    take(zoom, place, picture) {
      arrived.push({ zoom, place, picture });
      frames.add('streets', putArrived);
    },
    repaint() {
      for (const { pictures } of levels.values())
        for (const entry of pictures.values()) entry.isFresh = false;
    },
    clear,
    destroy() {
      frames.drop('streets');
      map.off(handlers);
      clear();
      holder.remove();
    },
  };
}

interface Range {
  west: number;
  north: number;
  east: number;
  south: number;
}

const isWithin = ({ x, y }: PicturePlace, { west, north, east, south }: Range): boolean =>
  x >= west && x <= east && y >= north && y <= south;

function canvasOf(picture: Picture): HTMLCanvasElement {
  if (picture instanceof HTMLCanvasElement) return picture;
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext('bitmaprenderer')!.transferFromImageBitmap(picture);
  return canvas;
}

/** Its memory goes at once, and not with the next collection of garbage. */
function closePicture(picture: Picture | null): void {
  if (picture !== null && 'close' in picture) picture.close();
}
