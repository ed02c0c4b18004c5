/** A line, a ring (closed without saying so) or some points: x, y, x, y … */
export type Part = number[];

/** Twice the area within a ring; positive where it runs clockwise on a screen, as outer rings do. */
export function measureRing(ring: Part): number {
  let sum = 0;
  for (let at = 0, before = ring.length - 2; at < ring.length; before = at, at += 2) {
    sum += ring[before]! * ring[at + 1]! - ring[at]! * ring[before + 1]!;
  }
  return sum;
}

export function measureLine(line: Part): number {
  let sum = 0;
  for (let at = 2; at < line.length; at += 2) {
    sum += Math.hypot(line[at]! - line[at - 2]!, line[at + 1]! - line[at - 1]!);
  }
  return sum;
}
