import { type Cell, countCell, divideCell, isWhole } from './cells.ts';
import { type Group, groupBySquare, mergeNear } from './groups.ts';
import { separatePairs } from './separate-pairs.ts';
import {
  AXIS_BITS,
  latitudeAt,
  longitudeAt,
  projectLatitude,
  unitsOfMetres,
  unitsOfPixels,
  unitX,
  unitY,
} from './snapshot-format/mercator.ts';
import { keysInSquare, mortonKey } from './snapshot-format/morton.ts';
import type { Bounds, Cluster, StoredPoint } from './point-source.ts';
import { splitByCopy, type Squares, squaresOfView, touchesSquare, widenSquares } from './view-squares.ts';

/** From this zoom on two points are two pins, though they may have to be moved apart. */
export const PAIRS_FROM_ZOOM = 14;
/** From this zoom on there are no clusters: every spot is drawn separately, with its members. */
export const DEEPEST_ZOOM = 19;

/** Cells are 64 pixels wide: four along the side of a 256-pixel tile. */
const LEVELS_BELOW_TILE = 2;
/** Markers nearer than the minimum target size (WCAG 2.2, 2.5.5) are merged, so that targets don't overlap. */
const TARGET_PIXELS = 44;
/** Points within this distance are one spot, for example a locker and its shop. */
const SPOT_METRES = 1;
/** Maximum cells in a view before they are made larger: full HD screens stay below, larger ones get cells of 128 pixels. */
const MAX_SQUARES = 640;
/** Maximum spots in a view at the deepest zoom; above it, neighbours share a stack, to limit the number of targets on the page. */
const MAX_SPOTS = 400;

/**
 * Finds the cells within a rectangle of squares of one copy of the world. Cells have the level of these squares, or are deeper and must
 * be merged with their neighbours in the same square, or are larger because they can't be divided.
 */
export type FindCells = (squares: Squares, shift: number) => Cell[];

/**
 * The clusters to draw in a view. Every point in the view is in exactly one cluster; a cluster that extends beyond the view also
 * counts its points outside.
 * @param zoom integer, of 256-pixel tiles
 */
export function findClusters(find: FindCells, bounds: Bounds, zoom: number): Cluster[] {
  const reach = reachAt(zoom, projectLatitude((bounds.north + bounds.south) / 2));
  const { groups, inView, level } =
    zoom < DEEPEST_ZOOM ? groupsByCell(find, bounds, zoom, reach) : groupsBySpot(find, bounds, reach);
  const pairs =
    zoom < PAIRS_FROM_ZOOM ? null : separatePairs(groups, unitsOfPixels(TARGET_PIXELS, zoom), zoom);
  return inView.flatMap((group) => pairs?.get(group) ?? describeGroup(group, zoom, level));
}

/** Whether a cluster contains a point, even if its `members` are empty. */
export function holdsPoint(
  cluster: Cluster,
  point: Pick<StoredPoint, 'id' | 'latitude' | 'longitude'>,
): boolean {
  // Two points may have one key, and a pin each.
  if (cluster.members.length > 0) return cluster.members.some(({ id }) => id === point.id);
  const key = mortonKey(unitX(point.longitude), unitY(point.latitude));
  return cluster.keyRanges.some(([from, to]) => key >= from && key < to);
}

interface Groups {
  /** All, including those of a margin around the view. */
  groups: Group[];
  inView: Group[];
}

interface Grouping extends Groups {
  /** Level of the squares by which points were first grouped. */
  level: number;
}

function groupsByCell(find: FindCells, bounds: Bounds, zoom: number, reach: number): Grouping {
  let level = zoom + LEVELS_BELOW_TILE;
  let view = squaresOfView(bounds, level);
  while (area(view) > MAX_SQUARES) view = squaresOfView(bounds, --level);
  return { ...groupsIn(find, view, reach), level };
}

function groupsBySpot(find: FindCells, bounds: Bounds, reach: number): Grouping {
  for (let level = AXIS_BITS; ; level--) {
    const found = groupsIn(find, squaresOfView(bounds, level), reach);
    if (found.inView.length <= MAX_SPOTS) return { ...found, level };
  }
}

/** Groups with a cell in the view, and those around it, so that merging at the edge hardly changes when the map is panned. */
function groupsIn(find: FindCells, view: Squares, reach: number): Groups {
  const side = 2 ** (AXIS_BITS - view.level);
  const around = widenSquares(view, Math.ceil((2 * reach) / side));
  const cells = splitByCopy(around).flatMap(({ part, shift }) => find(part, shift));
  const groups = mergeNear(groupBySquare(seenOnce(cells, view), view.level), reach);
  const inView = groups.filter((group) => group.cells.some((cell) => touchesSquare(view, cell)));
  return { groups, inView };
}

/** A cell larger than the view's squares may be visible in two copies of the world; keeps the one nearer to the view's centre. */
function seenOnce(cells: readonly Cell[], view: Squares): Cell[] {
  const middle = ((view.west + view.east) / 2) * 2 ** (AXIS_BITS - view.level);
  const aside = (cell: Cell) => {
    const { rows, start, end, shift } = cell;
    const x = (rows.sumsX[end]! - rows.sumsX[start]!) / countCell(cell) + shift;
    // A copy that touches only the margin would be dropped with the margin later.
    return touchesSquare(view, cell) ? Math.abs(x - middle) : Infinity;
  };
  const large = new Map<number, Cell>();
  for (const cell of cells) {
    if (cell.level >= view.level) continue;
    const other = large.get(cell.key);
    if (other === undefined || aside(cell) < aside(other)) large.set(cell.key, cell);
  }
  return large.size === 0
    ? [...cells]
    : cells.filter((cell) => cell.level >= view.level || large.get(cell.key) === cell);
}

function describeGroup(group: Group, zoom: number, level: number): Cluster {
  const opens =
    group.cells.every(({ rows }) => rows.read !== null) && (zoom >= DEEPEST_ZOOM || isOneSpot(group));
  const members = opens ? readMembers(group.cells) : [];
  // Keys are integer units; their middle (+ 0.5) is nearer to the points.
  const middle = members.length === 1 ? members[0]! : null;
  const longitude = longitudeAt(group.sumX / group.count + 0.5);
  return {
    latitude: middle?.latitude ?? latitudeAt(group.sumY / group.count + 0.5),
    longitude: middle ? nearestTurn(middle.longitude, longitude) : longitude,
    count: group.count,
    members,
    expansionZoom: opens ? zoom : splittingZoom(group, zoom, level),
    key: members[0]?.id ?? `${group.level}:${group.key}`,
    keyRanges: group.cells.map(({ key, level }) => [key, key + keysInSquare(level)]),
  };
}

/** The same longitude, shifted by multiples of 360° to be as near as possible to another. */
export function nearestTurn(longitude: number, to: number): number {
  return longitude + 360 * Math.round((to - longitude) / 360);
}

function readMembers(cells: readonly Cell[]): StoredPoint[] {
  const members: StoredPoint[] = [];
  for (const { rows, start, end } of cells) {
    for (let at = start; at < end; at++) {
      const member = rows.read?.(rows.slots[at]!);
      if (member !== undefined) members.push(member);
    }
  }
  return members.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isOneSpot({ cells, count, sumX, sumY }: Group): boolean {
  const middleX = sumX / count;
  const middleY = sumY / count;
  const reach = unitsOfMetres(SPOT_METRES, middleY);
  // Most groups return false at their first point.
  return cells.every(({ rows, start, end, shift }) => {
    for (let at = start; at < end; at++) {
      const x = rows.sumsX[at + 1]! - rows.sumsX[at]! + shift;
      const y = rows.sumsY[at + 1]! - rows.sumsY[at]!;
      if (Math.hypot(x - middleX, y - middleY) > reach) return false;
    }
    return true;
  });
}

/**
 * The smallest zoom at which cells, considered alone, are drawn as more than one marker. A block that isn't loaded is assumed to
 * split when it is as large as a tile.
 * @param level of the squares at this zoom
 */
function splittingZoom({ cells, count }: Group, zoom: number, level: number): number {
  let divided = [...cells];
  for (let next = zoom + 1; next < DEEPEST_ZOOM; next++) {
    if (count === 2 && next >= PAIRS_FROM_ZOOM) return next;
    const deeper = level + next - zoom;
    divided = divided.flatMap((cell) => divideCell(cell, deeper));
    if (divided.some((cell) => isWhole(cell) && cell.level <= next)) return next;
    const groups = groupBySquare(divided, deeper);
    const reach = reachAt(next, groups[0]!.sumY / groups[0]!.count);
    if (groups.length > 1 && mergeNear(groups, reach).length > 1) return next;
  }
  return DEEPEST_ZOOM;
}

function reachAt(zoom: number, y: number): number {
  return zoom < DEEPEST_ZOOM ? unitsOfPixels(TARGET_PIXELS, zoom) : unitsOfMetres(SPOT_METRES, y);
}

function area({ west, east, north, south }: Squares): number {
  return (east - west) * (south - north);
}
