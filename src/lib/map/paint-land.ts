import { WORLD } from '../snapshot-format/mercator.ts';
import type { BaseMapColours } from './base-map-look.ts';
import { type Box, LAND_LEVEL, type Path } from './base-map-file.ts';
import type { BaseMapParts, LoadedSquare } from './base-map-loader.ts';
import type { Frame } from './view-canvas.ts';

const LAND_SIDE = WORLD / 2 ** LAND_LEVEL;
/** Positions nearer than this to the one before are not drawn, in pixels. */
const MIN_STEP_PIXELS = 0.6;

/** Paints water, land, coasts and borders. */
export function paintLand(
  context: CanvasRenderingContext2D,
  frame: Frame,
  parts: BaseMapParts,
  colours: BaseMapColours,
): void {
  context.fillStyle = colours.water;
  context.fillRect(0, 0, frame.width, frame.height);
  context.lineJoin = 'round';
  if (parts.world && !parts.landComplete) paintSquares(context, frame, worldCopies(frame, parts), colours);
  // Where finer land has come, it takes the place of the world's; all squares are cleared first, as their land overlaps.
  context.fillStyle = colours.water;
  if (!parts.landComplete) for (const square of parts.land) clearSquare(context, frame, square);
  paintSquares(context, frame, parts.land, colours);
}

function worldCopies(frame: Frame, { world }: BaseMapParts): LoadedSquare[] {
  const copies: LoadedSquare[] = [];
  const east = frame.west + frame.width * frame.unitsPerPixel;
  for (let copy = Math.floor(frame.west / WORLD); world && copy * WORLD < east; copy++) {
    copies.push({ worldOffset: copy * WORLD, file: world });
  }
  return copies;
}

function clearSquare(
  context: CanvasRenderingContext2D,
  frame: Frame,
  { worldOffset, file }: LoadedSquare,
): void {
  const overlap = (file.box.east - file.box.west - LAND_SIDE) / 2;
  const side = LAND_SIDE / frame.unitsPerPixel;
  context.fillRect(
    (file.box.west + overlap + worldOffset - frame.west) / frame.unitsPerPixel,
    (file.box.north + overlap - frame.north) / frame.unitsPerPixel,
    side,
    side,
  );
}

function paintSquares(
  context: CanvasRenderingContext2D,
  frame: Frame,
  squares: readonly LoadedSquare[],
  colours: BaseMapColours,
): void {
  const coast = new Path2D();
  const borders = new Path2D();
  context.fillStyle = colours.land;
  for (const { file, worldOffset } of squares) {
    // One fill a file: files overlap, and what two paths of one even-odd fill share is a hole.
    const land = new Path2D();
    for (const ring of file.rings) {
      if (!isSeen(ring, worldOffset, frame)) continue;
      trace(land, ring, worldOffset, frame, file.box, 'area');
      land.closePath();
      trace(coast, ring, worldOffset, frame, file.box, 'outline');
    }
    context.fill(land, 'evenodd');
    for (const line of file.lines)
      if (isSeen(line, worldOffset, frame)) trace(borders, line, worldOffset, frame, file.box, 'line');
  }
  context.strokeStyle = colours.coast;
  context.lineWidth = frame.zoom < 6 ? 0.75 : 1;
  context.stroke(coast);
  context.strokeStyle = colours.border;
  context.lineWidth = frame.zoom < 6 ? 0.75 : 1.25;
  context.stroke(borders);
}

function isSeen({ box }: Path, worldOffset: number, frame: Frame): boolean {
  const { west, north, unitsPerPixel } = frame;
  return (
    box.east + worldOffset > west &&
    box.west + worldOffset < west + frame.width * unitsPerPixel &&
    box.south > north &&
    box.north < north + frame.height * unitsPerPixel &&
    Math.max(box.east - box.west, box.south - box.north) > MIN_STEP_PIXELS * unitsPerPixel
  );
}

/**
 * Adds a path. An outline closes, and leaves out the parts along the box at which the land was cut, or along the world's edges.
 */
function trace(
  target: Path2D,
  path: Path,
  worldOffset: number,
  frame: Frame,
  box: Box,
  kind: 'area' | 'outline' | 'line',
): void {
  const { coordinates } = path;
  const least = MIN_STEP_PIXELS * frame.unitsPerPixel;
  const last = coordinates.length - 2;
  let drawnX = NaN;
  let drawnY = NaN;
  let penIsDown = false;
  for (let at = 0; at <= last + (kind === 'outline' ? 2 : 0); at += 2) {
    const from = at > last ? 0 : at;
    const x = coordinates[from]!;
    const y = coordinates[from + 1]!;
    const alongCut =
      kind === 'outline' && at > 0 && isAlong(box, coordinates[at - 2]!, coordinates[at - 1]!, x, y);
    const isTiny = Math.abs(x - drawnX) < least && Math.abs(y - drawnY) < least;
    // Positions on the cut stay: cut land runs to and fro there, and one way less exact than the other shows as a line at sea.
    if (penIsDown && !alongCut && at < last && isTiny && !isOn(box, x, y)) continue;
    const pixelX = (x + worldOffset - frame.west) / frame.unitsPerPixel;
    const pixelY = (y - frame.north) / frame.unitsPerPixel;
    if (penIsDown && !alongCut) target.lineTo(pixelX, pixelY);
    else target.moveTo(pixelX, pixelY);
    penIsDown = true;
    drawnX = x;
    drawnY = y;
  }
}

function isOn({ west, east, north, south }: Box, x: number, y: number): boolean {
  return x === west || x === east || y === north || y === south;
}

function isAlong(box: Box, x1: number, y1: number, x2: number, y2: number): boolean {
  const atSide = x1 === x2 && (x1 === box.west || x1 === box.east || x1 <= 0 || x1 >= WORLD);
  const atEnd = y1 === y2 && (y1 === box.north || y1 === box.south || y1 <= 0 || y1 >= WORLD);
  return atSide || atEnd;
}
