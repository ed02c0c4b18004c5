import type { GeometryPart } from './part.ts';

/** Simplifies a line (Douglas–Peucker): drops positions within the tolerance of the remaining line. */
export function simplifyLine(line: GeometryPart, tolerance: number): GeometryPart {
  const last = line.length - 2;
  const retained = new Uint8Array(line.length);
  retained[0] = retained[last] = 1;
  markFarthest(line, 0, last, tolerance * tolerance, retained);
  return selectStored(line, retained);
}

/** Simplifies a ring: its first position and the one farthest from it are kept as ends. */
export function simplifyRing(ring: GeometryPart, tolerance: number): GeometryPart {
  const square = tolerance * tolerance;
  let far = 0;
  let farthest = -1;
  for (let at = 2; at < ring.length; at += 2) {
    const distance = (ring[at]! - ring[0]!) ** 2 + (ring[at + 1]! - ring[1]!) ** 2;
    if (distance > farthest) [far, farthest] = [at, distance];
  }
  const closed = [...ring, ring[0]!, ring[1]!];
  const retained = new Uint8Array(closed.length);
  retained[0] = retained[far] = 1;
  markFarthest(closed, 0, far, square, retained);
  markFarthest(closed, far, closed.length - 2, square, retained);
  return selectStored(ring, retained);
}

function markFarthest(
  line: GeometryPart,
  from: number,
  to: number,
  square: number,
  retained: Uint8Array,
): void {
  const waiting = [from, to];
  while (waiting.length > 0) {
    const end = waiting.pop()!;
    const start = waiting.pop()!;
    let far = -1;
    let farthest = square;
    for (let at = start + 2; at < end; at += 2) {
      const distance = squareToSegment(line, at, start, end);
      if (distance > farthest) [far, farthest] = [at, distance];
    }
    if (far === -1) continue;
    retained[far] = 1;
    waiting.push(start, far, far, end);
  }
}

function squareToSegment(line: GeometryPart, at: number, start: number, end: number): number {
  const x = line[at]! - line[start]!;
  const y = line[at + 1]! - line[start + 1]!;
  const alongX = line[end]! - line[start]!;
  const alongY = line[end + 1]! - line[start + 1]!;
  const length = alongX * alongX + alongY * alongY;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * alongX + y * alongY) / length));
  return (x - share * alongX) ** 2 + (y - share * alongY) ** 2;
}

function selectStored(part: GeometryPart, retained: Uint8Array): GeometryPart {
  const selected: GeometryPart = [];
  for (let at = 0; at < part.length; at += 2) if (retained[at] === 1) selected.push(part[at]!, part[at + 1]!);
  return selected;
}
