import type { Group } from './groups.ts';
import type { Cluster, StoredPoint } from './point-source.ts';
import { latitudeAt, longitudeAt } from './snapshot-format/mercator.ts';

/** Where a marker is drawn, in units. */
interface Place {
  x: number;
  y: number;
}

/** One of the two points of a group. */
interface PairedPin extends Place {
  point: StoredPoint;
  /** The point's Morton key. */
  key: number;
  /** Where the point is: whole units, so that the live list and a snapshot give the same pins. */
  home: Readonly<Place>;
}

/** In the later ones, pins that are still too near evade along the other axis. */
const ROUNDS = 8;
/** How far from its point a pin may be drawn on either axis, in widths of a target. */
const FARTHEST = 1.5;

/**
 * Splits groups of two points into two pins. Where a pin's target would overlap that of another marker, it is moved aside.
 * @param groups all markers of the view and around it
 * @param reach width of a target, in units
 * @returns the two pins of each group of two, unless its points aren't loaded
 */
export function separatePairs(groups: readonly Group[], reach: number, zoom: number): Map<Group, Cluster[]> {
  const pairs = new Map<Group, PairedPin[]>();
  const fixed: Place[] = [];
  for (const group of groups) {
    const pins = group.count === 2 ? readPins(group) : null;
    if (pins === null) fixed.push({ x: group.sumX / group.count, y: group.sumY / group.count });
    else pairs.set(group, pins);
  }
  const pins = [...pairs.values()].flat();
  for (let round = 0; round < ROUNDS && pins.length > 0; round++)
    if (!moveApart(pins, fixed, reach, round >= ROUNDS / 2)) break;
  return new Map([...pairs].map(([group, pair]) => [group, pair.map((pin) => describePin(pin, zoom))]));
}

const describePin = ({ point, key, x, y }: PairedPin, zoom: number): Cluster => ({
  latitude: latitudeAt(y + 0.5),
  longitude: longitudeAt(x + 0.5),
  count: 1,
  members: [point],
  expansionZoom: zoom,
  key: point.id,
  keyRanges: [[key, key + 1]],
});

/** Reads the points of a group, in the order of their ids; null if they aren't loaded. */
function readPins({ cells }: Group): PairedPin[] | null {
  const pins: PairedPin[] = [];
  for (const { rows, start, end, shift } of cells) {
    if (rows.read === null) return null;
    for (let at = start; at < end; at++) {
      const home = {
        x: rows.sumsX[at + 1]! - rows.sumsX[at]! + shift,
        y: rows.sumsY[at + 1]! - rows.sumsY[at]!,
      };
      pins.push({ ...home, home, point: rows.read(rows.slots[at]!), key: rows.keys[at]! });
    }
  }
  return pins.sort((one, other) => (one.point.id < other.point.id ? -1 : 1));
}

/**
 * Moves pins out of the targets of others, along the axis on which these are farther apart.
 * @param turned whether to move along the other axis instead
 * @returns whether any were too near
 */
function moveApart(
  pins: readonly PairedPin[],
  fixed: readonly Place[],
  reach: number,
  turned: boolean,
): boolean {
  let found = false;
  // Plain loops, without squares: a view has some hundred markers.
  for (const [at, pin] of pins.entries()) {
    for (const other of fixed) {
      if (!areNear(pin, other, reach)) continue;
      found = true;
      const [axis, push] = pushFrom(pin, other, reach, turned);
      move(pin, axis, push, reach);
    }
    for (let next = at + 1; next < pins.length; next++) {
      const other = pins[next]!;
      if (!areNear(pin, other, reach)) continue;
      found = true;
      const [axis, push] = pushFrom(pin, other, reach, turned);
      move(pin, axis, push / 2, reach);
      move(other, axis, -push / 2, reach);
    }
  }
  return found;
}

const areNear = (one: Place, other: Place, reach: number) =>
  Math.abs(one.x - other.x) < reach && Math.abs(one.y - other.y) < reach;

/** How far to move a pin, and along which axis, so that another is out of its target. */
function pushFrom(pin: Place, other: Place, reach: number, turned: boolean): ['x' | 'y', number] {
  const axis = Math.abs(pin.x - other.x) >= Math.abs(pin.y - other.y) !== turned ? 'x' : 'y';
  const apart = pin[axis] - other[axis];
  // Of two at one spot, the first is moved to the west or north.
  return [axis, (reach - Math.abs(apart)) * (apart > 0 ? 1 : -1)];
}

function move(pin: PairedPin, axis: 'x' | 'y', by: number, reach: number): void {
  const home = pin.home[axis];
  const most = reach * FARTHEST;
  pin[axis] = Math.max(home - most, Math.min(home + most, pin[axis] + by));
}
