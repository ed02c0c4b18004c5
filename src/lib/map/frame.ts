import type { Rectangle } from './place-labels.ts';
import { TILE_UNITS } from './map-levels.ts';
import type { Part } from './tile-reader.ts';

/** Mercator units, where nothing else is said; x may lie in another copy of the world. */
export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** What a painter needs to know of where it paints. */
export interface Frame {
  /** Mercator units of the canvas's north-western corner; x may lie in another copy of the world. */
  west: number;
  north: number;
  unitsPerPixel: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** What is seen of it while the map rests, in pixels. */
  view: Rectangle;
  zoom: number;
}

/** Where a tile lies in a frame. */
export interface TilePlace {
  /** Its north-western corner in pixels of the frame. */
  west: number;
  north: number;
  pixelsPerUnit: number;
}

/** What all of a frame covers. */
export function boxOfFrame({ west, north, width, height, unitsPerPixel }: Frame): Box {
  return { west, north, east: west + width * unitsPerPixel, south: north + height * unitsPerPixel };
}

/** @param side of the tile; like `west` and `north` in Mercator units */
export function placeInFrame(west: number, north: number, side: number, frame: Frame): TilePlace {
  return {
    west: (west - frame.west) / frame.unitsPerPixel,
    north: (north - frame.north) / frame.unitsPerPixel,
    pixelsPerUnit: side / TILE_UNITS / frame.unitsPerPixel,
  };
}

/** Whether a part of a tile may be seen. */
export function isPartInFrame(part: Part, place: TilePlace, { width, height }: Frame): boolean {
  const { west, north, pixelsPerUnit } = place;
  return (
    west + part.east * pixelsPerUnit >= 0 &&
    west + part.west * pixelsPerUnit <= width &&
    north + part.south * pixelsPerUnit >= 0 &&
    north + part.north * pixelsPerUnit <= height
  );
}

/** @param x and y in pixels of the frame */
export function isInFrame(x: number, y: number, { width, height }: Frame): boolean {
  return x >= 0 && y >= 0 && x <= width && y <= height;
}
