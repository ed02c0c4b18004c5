import {
  BASE_MAP_VERSION,
  type Box,
  type FileSquare,
  type NamedPlace,
} from '../../src/lib/map/base-map-file.ts';
import type { Position } from './geometry.ts';
import { VarintWriter } from './varint-writer.ts';

/** What goes into one file, in units; the format is described where it is read. */
export interface FileContent {
  stepBits: number;
  box: Box;
  rings: readonly Position[][];
  lines: readonly Position[][];
  places: readonly NamedPlace[];
  countries: readonly NamedPlace[];
  landFiles: readonly FileSquare[];
  placeFiles: readonly FileSquare[];
}

/** A ring of fewer positions has no area. */
const MIN_RING = 3;
const MIN_LINE = 2;

/** Encodes a file; positions are rounded to steps, and paths that shrink to nothing thereby are left out. */
export function encodeFile(content: FileContent): Uint8Array {
  const step = 2 ** content.stepBits;
  const writer = new VarintWriter();
  let lastX = 0;
  let lastY = 0;
  const writePosition = (x: number, y: number) => {
    writer.signed(x - lastX);
    writer.signed(y - lastY);
    lastX = x;
    lastY = y;
  };
  const writePaths = (paths: readonly Position[][], least: number) => {
    const rounded = paths.map((path) => roundPath(path, step)).filter((path) => path.length >= least);
    writer.unsigned(rounded.length);
    for (const path of rounded) {
      writer.unsigned(path.length);
      for (const [x, y] of path) writePosition(x, y);
    }
  };
  const writePlaces = (places: readonly NamedPlace[]) => {
    writer.unsigned(places.length);
    for (const { x, y, weight, name } of places) {
      writePosition(Math.round(x / step), Math.round(y / step));
      writer.unsigned(weight);
      writer.text(name);
    }
  };
  const writeSquares = (squares: readonly FileSquare[]) => {
    writer.unsigned(squares.length);
    for (const { column, row } of squares) {
      writer.unsigned(column);
      writer.unsigned(row);
    }
  };

  writer.unsigned(BASE_MAP_VERSION);
  writer.unsigned(content.stepBits);
  const { west, north, east, south } = content.box;
  for (const side of [west, north, east, south]) writer.signed(Math.round(side / step));
  writePaths(content.rings, MIN_RING);
  writePaths(content.lines, MIN_LINE);
  writePlaces(content.places);
  writePlaces(content.countries);
  writeSquares(content.landFiles);
  writeSquares(content.placeFiles);
  return writer.take();
}

function roundPath(path: readonly Position[], step: number): Position[] {
  const rounded: Position[] = [];
  for (const [x, y] of path) {
    const next: Position = [Math.round(x / step), Math.round(y / step)];
    const last = rounded.at(-1);
    if (last?.[0] !== next[0] || last[1] !== next[1]) rounded.push(next);
  }
  return rounded;
}
