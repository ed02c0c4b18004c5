import type { MapColours } from './base-map-look.ts';
import type { BaseMapParts, LoadedTile } from './base-map-loader.ts';
import { type Frame, isPartInFrame, placeInFrame, type TilePlace, type Box } from './frame.ts';
import { type MapTileAddress, sideOf, TILE_UNITS } from './map-levels.ts';
import { BUFFER } from './map-tile.ts';
import type { Part } from './tile-reader.ts';

/** Positions nearer than this to the previous one are not drawn, in pixels. */
const MIN_STEP_PIXELS = 0.6;
/** Overlap of a substitute tile with its neighbours, so that no seam is visible. */
const SEAM_PIXELS = 1;
const OVERLAP = TILE_UNITS * BUFFER;

/** Edges along which land was cut, in units of its tile: an outline along them is no coast. */
interface Cut extends Box {
  /** The x at which Antarctica, which surrounds the pole, is cut; NaN if not in this tile. */
  antimeridian: number;
}

/**
 * Paints water, land, lakes, coasts and borders.
 * @param hasBorders false where streets have borders of their own: these, drawn for small scales, are off
 * by up to a kilometre
 */
export function paintLand(
  context: CanvasRenderingContext2D,
  frame: Frame,
  { tiles, missing }: Omit<BaseMapParts, 'complete'>,
  colours: MapColours,
  hasBorders: boolean,
): void {
  context.fillStyle = colours.water;
  context.fillRect(0, 0, frame.width, frame.height);
  context.lineJoin = 'round';
  context.fillStyle = colours.land;
  for (const box of missing) {
    context.beginPath();
    addBox(context, box, frame);
    context.fill();
  }
  for (const standIn of tiles.filter(({ isStandIn }) => isStandIn)) {
    context.save();
    context.beginPath();
    addBox(context, standIn.box, frame);
    context.clip();
    context.fillStyle = colours.water;
    context.fill();
    paintTiles(context, frame, [standIn], colours, hasBorders);
    context.restore();
  }
  const own = tiles.filter(({ isStandIn }) => !isStandIn);
  paintTiles(context, frame, own, colours, hasBorders);
}

function addBox(path: CanvasPath, { west, north, east, south }: Box, frame: Frame): void {
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
  colours: MapColours,
  hasBorders: boolean,
): void {
  const coast = new Path2D();
  const borders = new Path2D();
  for (const loaded of tiles) {
    const { tile, box } = loaded;
    // One fill per tile: tiles overlap, and the overlap of two paths in one even-odd fill would be a hole.
    const land = new Path2D();
    // Lakes are not holes of the land: the two are of different scales, and where they don't meet, each would invert the other.
    const lakes = new Path2D();
    if (tile === null) addBox(land, box, frame);
    else {
      const { column, row, level } = loaded.address;
      const side = sideOf(level);
      const place = placeInFrame(column * side + loaded.worldOffset, row * side, side, frame);
      const cut = cutOf(loaded.address);
      for (const [path, rings] of [
        [land, tile.land],
        [lakes, tile.lakes],
      ] as const)
        for (const ring of rings) {
          if (!isSeen(ring, place, frame)) continue;
          trace(path, ring, place, cut, 'area');
          path.closePath();
          trace(coast, ring, place, cut, 'outline');
        }
      for (const line of hasBorders ? tile.borders : [])
        if (isSeen(line, place, frame)) trace(borders, line, place, cut, 'line');
    }
    context.fillStyle = colours.land;
    context.fill(land, 'evenodd');
    context.fillStyle = colours.water;
    context.fill(lakes, 'evenodd');
  }
  context.strokeStyle = colours.coast;
  context.lineWidth = frame.zoom < 6 ? 0.75 : 1;
  context.stroke(coast);
  context.strokeStyle = colours.border;
  context.lineWidth = frame.zoom < 6 ? 0.75 : 1.25;
  context.stroke(borders);
}

function cutOf({ level, column, row }: MapTileAddress): Cut {
  const last = 2 ** level - 1;
  // No overlap beyond the world's northern and southern edges.
  return {
    west: -OVERLAP,
    east: TILE_UNITS + OVERLAP,
    north: row === 0 ? 0 : -OVERLAP,
    south: row === last ? TILE_UNITS : TILE_UNITS + OVERLAP,
    antimeridian: column === 0 ? 0 : column === last ? TILE_UNITS : NaN,
  };
}

function isSeen(part: Part, place: TilePlace, frame: Frame): boolean {
  const size = Math.max(part.east - part.west, part.south - part.north) * place.pixelsPerUnit;
  return size > MIN_STEP_PIXELS && isPartInFrame(part, place, frame);
}

/** Adds a line or ring to a path. An outline is closed, without its parts along which the land was cut. */
function trace(
  target: Path2D,
  { positions }: Part,
  { west, north, pixelsPerUnit }: TilePlace,
  cut: Cut,
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
    // Keep positions on the cut: cut land runs back and forth there, and would show a line at sea
    // if each direction were simplified differently.
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

function isOn({ west, east, north, south }: Box, x: number, y: number): boolean {
  return x <= west || x >= east || y <= north || y >= south;
}

function isAlong(cut: Cut, x1: number, y1: number, x2: number, y2: number): boolean {
  const atSide = x1 === x2 && (x1 <= cut.west || x1 >= cut.east || x1 === cut.antimeridian);
  const atEnd = y1 === y2 && (y1 <= cut.north || y1 >= cut.south);
  return atSide || atEnd;
}
