import { type Cell, divideCell, findCells } from './cells.ts';
import { type Group, groupOfCell, uniteNear } from './groups.ts';
import {
  AXIS_BITS,
  latitudeAt,
  longitudeAt,
  projectLatitude,
  unitsOfMetres,
  unitsOfPixels,
  unitX,
  unitY,
} from './mercator.ts';
import { keysInSquare, mortonKey } from './morton.ts';
import type { Bounds, Cluster, StoredPoint } from './point-store.ts';
import type { SortedColumns } from './sorted-columns.ts';
import { includesSquare, splitByCopy, type Squares, squaresOfView, widenSquares } from './view-squares.ts';

/** From this zoom on nothing is a cluster any more: every spot stands for itself and tells its members. */
export const DEEPEST_ZOOM = 19;

/** Cells are 64 pixels wide: four to the side of a 256-pixel tile. */
const LEVELS_BELOW_TILE = 2;
/** Things nearer than a target's least size (WCAG 2.2, 2.5.5) become one, so that targets don't overlap. */
const TARGET_PIXELS = 44;
/** Points this near to each other stand at one spot: a locker and the shop it belongs to. */
const SPOT_METRES = 1;
/** What a view may hold before its cells are made larger: a full HD screen stays below, larger ones get 128 pixels. */
const MOST_SQUARES = 640;
/** Spots of a view at the deepest zoom; beyond that, neighbours share a stack, so the page never drowns in targets. */
const MOST_SPOTS = 400;

/**
 * What is to be drawn in a view. Every point in the view is in exactly one of the clusters; one that reaches over the view's
 * edge counts its points beyond it too.
 * @param zoom integer, of 256-pixel tiles
 */
export function findClusters(
  columns: SortedColumns,
  bounds: Bounds,
  zoom: number,
  read: (slot: number) => StoredPoint,
): Cluster[] {
  const reach = reachAt(zoom, projectLatitude((bounds.north + bounds.south) / 2));
  const groups =
    zoom < DEEPEST_ZOOM ? groupsByCell(columns, bounds, zoom, reach) : groupsBySpot(columns, bounds, reach);
  return groups.map((group) => describeGroup(columns, group, zoom, read));
}

/** Whether a point is one of a cluster's, also where the cluster doesn't name its members. */
export function holdsPoint(cluster: Cluster, point: { latitude: number; longitude: number }): boolean {
  const key = mortonKey(unitX(point.longitude), unitY(point.latitude));
  return cluster.keyRanges.some(([from, to]) => key >= from && key < to);
}

function groupsByCell(columns: SortedColumns, bounds: Bounds, zoom: number, reach: number): Group[] {
  let level = zoom + LEVELS_BELOW_TILE;
  let view = squaresOfView(bounds, level);
  while (area(view) > MOST_SQUARES) view = squaresOfView(bounds, --level);
  return groupsIn(columns, view, reach);
}

function groupsBySpot(columns: SortedColumns, bounds: Bounds, reach: number): Group[] {
  for (let level = AXIS_BITS; ; level--) {
    const groups = groupsIn(columns, squaresOfView(bounds, level), reach);
    if (groups.length <= MOST_SPOTS) return groups;
  }
}

/** Groups with a cell in the view. Cells around it are looked at too: what unites at the edge hardly changes as the map moves. */
function groupsIn(columns: SortedColumns, view: Squares, reach: number): Group[] {
  const side = 2 ** (AXIS_BITS - view.level);
  const around = widenSquares(view, Math.ceil((2 * reach) / side));
  const cells = splitByCopy(around).flatMap(({ part, shift }) => findCells(columns, part, shift));
  const groups = uniteNear(
    cells.map((cell) => groupOfCell(columns, cell)),
    reach,
  );
  return groups.filter((group) => group.cells.some((cell) => includesSquare(view, cell)));
}

function describeGroup(
  columns: SortedColumns,
  group: Group,
  zoom: number,
  read: (slot: number) => StoredPoint,
): Cluster {
  const first = group.cells[0]!;
  const opens = zoom >= DEEPEST_ZOOM || isOneSpot(columns, group);
  const members = opens ? readMembers(columns, group.cells, read) : [];
  // Keys are of whole units; the middle of the unit is nearer to where its points are.
  const middle = members.length === 1 ? members[0]! : null;
  const longitude = longitudeAt(group.sumX / group.count + 0.5);
  return {
    latitude: middle?.latitude ?? latitudeAt(group.sumY / group.count + 0.5),
    longitude: middle ? nearestTurn(middle.longitude, longitude) : longitude,
    count: group.count,
    members,
    splitsAtZoom: opens ? zoom : splittingZoom(columns, group.cells, zoom),
    key: members[0]?.id ?? `${first.level}:${first.key}`,
    keyRanges: group.cells.map(({ key, level }) => [key, key + keysInSquare(level)]),
  };
}

/** The same longitude, by whole turns as near as can be to another. */
function nearestTurn(longitude: number, to: number): number {
  return longitude + 360 * Math.round((to - longitude) / 360);
}

function readMembers(
  columns: SortedColumns,
  cells: readonly Cell[],
  read: (slot: number) => StoredPoint,
): StoredPoint[] {
  const members: StoredPoint[] = [];
  for (const { start, end } of cells) {
    for (let at = start; at < end; at++) members.push(read(columns.slots[at]!));
  }
  return members.sort((a, b) => (a.id < b.id ? -1 : 1));
}

function isOneSpot(columns: SortedColumns, { cells, count, sumX, sumY }: Group): boolean {
  const middleX = sumX / count;
  const middleY = sumY / count;
  const reach = unitsOfMetres(SPOT_METRES, middleY);
  // Most groups are told apart by their first point already.
  return cells.every(({ start, end, shift }) => {
    for (let at = start; at < end; at++) {
      const x = columns.sumsX[at + 1]! - columns.sumsX[at]! + shift;
      const y = columns.sumsY[at + 1]! - columns.sumsY[at]!;
      if (Math.hypot(x - middleX, y - middleY) > reach) return false;
    }
    return true;
  });
}

/** The smallest zoom at which cells, taken for themselves, are drawn as more than one thing. */
function splittingZoom(columns: SortedColumns, cells: readonly Cell[], zoom: number): number {
  let divided = [...cells];
  for (let next = zoom + 1; next < DEEPEST_ZOOM; next++) {
    divided = divided.flatMap((cell) => divideCell(columns, cell, cell.level + 1));
    const groups = divided.map((cell) => groupOfCell(columns, cell));
    const reach = reachAt(next, groups[0]!.sumY / groups[0]!.count);
    if (groups.length > 1 && uniteNear(groups, reach).length > 1) return next;
  }
  return DEEPEST_ZOOM;
}

function reachAt(zoom: number, y: number): number {
  return zoom < DEEPEST_ZOOM ? unitsOfPixels(TARGET_PIXELS, zoom) : unitsOfMetres(SPOT_METRES, y);
}

function area({ west, east, north, south }: Squares): number {
  return (east - west) * (south - north);
}
