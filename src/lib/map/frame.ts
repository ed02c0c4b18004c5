import type { Rectangle } from './place-labels.ts';
import { TILE_UNITS } from './map-levels.ts';
import type { Part } from './tile-reader.ts';

/** In Mercator units unless stated otherwise; x may lie in another copy of the world. */
export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Position and size of a canvas. */
export interface Frame {
  /** The canvas's north-western corner in Mercator units; x may lie in another copy of the world. */
  west: number;
  north: number;
  unitsPerPixel: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** The part that is in view while the map is at rest, in pixels. */
  view: Rectangle;
  zoom: number;
}

/** A tile's position and scale in a frame. */
export interface TilePlace {
  /** Its north-western corner in pixels of the frame. */
  west: number;
  north: number;
  pixelsPerUnit: number;
}

/** The area that a frame covers. */
export function boxOfFrame({ west, north, width, height, unitsPerPixel }: Frame): Box {
  return { west, north, east: west + width * unitsPerPixel, south: north + height * unitsPerPixel };
}

/** @param side of the tile; all in Mercator units */
export function placeInFrame(west: number, north: number, side: number, frame: Frame): TilePlace {
  return {
    west: (west - frame.west) / frame.unitsPerPixel,
    north: (north - frame.north) / frame.unitsPerPixel,
    pixelsPerUnit: side / TILE_UNITS / frame.unitsPerPixel,
  };
}

/** Whether a part's bounding box touches the frame. */
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
