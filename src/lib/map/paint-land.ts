import type { BaseMapColours } from './base-map-look.ts';
import type { BaseMapParts, LoadedTile, ViewBox } from './base-map-loader.ts';
import { sideOf } from './map-levels.ts';
import { BUFFER } from './map-tile.ts';
import { type Part, TILE_UNITS } from './tile-reader.ts';
import type { Frame } from './view-canvas.ts';

/** Positions nearer than this to the one before are not drawn, in pixels. */
const MIN_STEP_PIXELS = 0.6;
/** What stands in for a tile reaches so far below its neighbours that no seam shows. */
const SEAM_PIXELS = 1;
const OVERLAP = TILE_UNITS * BUFFER;

/** Where a tile lies on the canvas, and where its land was cut. */
interface TilePlace {
  /** Pixels of the tile's north-western corner. */
  west: number;
  north: number;
  pixelsPerUnit: number;
  /** In units of the tile: an outline along it is no coast. */
  cut: Cut;
}

interface Cut extends ViewBox {
  /** Where Antarctica, which lies all around the pole, begins and ends; NaN: not in this tile. */
  antimeridian: number;
}

/** Paints water, land, coasts and borders. */
export function paintLand(
  context: CanvasRenderingContext2D,
  frame: Frame,
  { tiles }: BaseMapParts,
  colours: BaseMapColours,
): void {
  context.fillStyle = colours.water;
  context.fillRect(0, 0, frame.width, frame.height);
  context.lineJoin = 'round';
  for (const standIn of tiles.filter(({ isStandIn }) => isStandIn)) {
    context.save();
    context.beginPath();
    addBox(context, standIn.box, frame);
    context.clip();
    paintTiles(context, frame, [standIn], colours);
    context.restore();
  }
  const own = tiles.filter(({ isStandIn }) => !isStandIn);
  paintTiles(context, frame, own, colours);
}

function addBox(path: CanvasPath, { west, north, east, south }: ViewBox, frame: Frame): void {
  path.rect(
    (west - frame.west) / frame.unitsPerPixel - SEAM_PIXELS,
    (north - frame.north) / frame.unitsPerPixel - SEAM_PIXELS,
    (east - west) / frame.unitsPerPixel + 2 * SEAM_PIXELS,
    (south - north) / frame.unitsPerPixel + 2 * SEAM_PIXELS,
  );
}

function paintTiles(
  context: CanvasRenderingContext2D,
  frame: Frame,
  tiles: readonly LoadedTile[],
  colours: BaseMapColours,
): void {
  const coast = new Path2D();
  const borders = new Path2D();
  context.fillStyle = colours.land;
  for (const loaded of tiles) {
    const { tile, box } = loaded;
    // One fill a tile: tiles overlap, and what two paths of one even-odd fill share is a hole.
    const land = new Path2D();
    if (tile === null) addBox(land, box, frame);
    else {
      const place = placeOf(loaded, frame);
      for (const ring of tile.land) {
        if (!isSeen(ring, place, frame)) continue;
        trace(land, ring, place, 'area');
        land.closePath();
        trace(coast, ring, place, 'outline');
      }
      for (const line of tile.borders) if (isSeen(line, place, frame)) trace(borders, line, place, 'line');
    }
    context.fill(land, 'evenodd');
  }
  context.strokeStyle = colours.coast;
  context.lineWidth = frame.zoom < 6 ? 0.75 : 1;
  context.stroke(coast);
  context.strokeStyle = colours.border;
  context.lineWidth = frame.zoom < 6 ? 0.75 : 1.25;
  context.stroke(borders);
}

function placeOf({ address: { level, column, row }, worldOffset }: LoadedTile, frame: Frame): TilePlace {
  const side = sideOf(level);
  const last = 2 ** level - 1;
  return {
    west: (column * side + worldOffset - frame.west) / frame.unitsPerPixel,
    north: (row * side - frame.north) / frame.unitsPerPixel,
    pixelsPerUnit: side / TILE_UNITS / frame.unitsPerPixel,
    // The world ends in the north and in the south.
    cut: {
      west: -OVERLAP,
      east: TILE_UNITS + OVERLAP,
      north: row === 0 ? 0 : -OVERLAP,
      south: row === last ? TILE_UNITS : TILE_UNITS + OVERLAP,
      antimeridian: column === 0 ? 0 : column === last ? TILE_UNITS : NaN,
    },
  };
}

function isSeen(part: Part, { west, north, pixelsPerUnit }: TilePlace, { width, height }: Frame): boolean {
  return (
    west + part.east * pixelsPerUnit > 0 &&
    west + part.west * pixelsPerUnit < width &&
    north + part.south * pixelsPerUnit > 0 &&
    north + part.north * pixelsPerUnit < height &&
    Math.max(part.east - part.west, part.south - part.north) * pixelsPerUnit > MIN_STEP_PIXELS
  );
}

/** Adds a path. An outline closes, and leaves out the parts along which the land was cut. */
function trace(
  target: Path2D,
  { positions }: Part,
  { west, north, pixelsPerUnit, cut }: TilePlace,
  kind: 'area' | 'outline' | 'line',
): void {
  const least = MIN_STEP_PIXELS / pixelsPerUnit;
  const last = positions.length - 2;
  let drawnX = NaN;
  let drawnY = NaN;
  let penIsDown = false;
  for (let at = 0; at <= last + (kind === 'outline' ? 2 : 0); at += 2) {
    const from = at > last ? 0 : at;
    const x = positions[from]!;
    const y = positions[from + 1]!;
    const alongCut =
      kind === 'outline' && at > 0 && isAlong(cut, positions[at - 2]!, positions[at - 1]!, x, y);
    const isTiny = Math.abs(x - drawnX) < least && Math.abs(y - drawnY) < least;
    // Positions on the cut stay: cut land runs to and fro there, and one way less exact than the other shows as a line at sea.
    if (penIsDown && !alongCut && at < last && isTiny && !isOn(cut, x, y)) continue;
    const pixelX = west + x * pixelsPerUnit;
    const pixelY = north + y * pixelsPerUnit;
    if (penIsDown && !alongCut) target.lineTo(pixelX, pixelY);
    else target.moveTo(pixelX, pixelY);
    penIsDown = true;
    drawnX = x;
    drawnY = y;
  }
}

function isOn({ west, east, north, south }: ViewBox, x: number, y: number): boolean {
  return x <= west || x >= east || y <= north || y >= south;
}

function isAlong(cut: Cut, x1: number, y1: number, x2: number, y2: number): boolean {
  const atSide = x1 === x2 && (x1 <= cut.west || x1 >= cut.east || x1 === cut.antimeridian);
  const atEnd = y1 === y2 && (y1 <= cut.north || y1 >= cut.south);
  return atSide || atEnd;
}
