/** Pixels of the canvas, y downwards. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Offset {
  x: number;
  y: number;
}

/** A text that could stand at a spot. */
export interface LabelCandidate {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where the text may stand, the best first: its middle, relative to the spot. */
  offsets: readonly Offset[];
  /** Where it may stand further off, when a pin stands on the spot. */
  offsetsBeyondPin: readonly Offset[];
  /** Half the width of the dot on the spot, which no text may cover; 0 for none. */
  dotRadius: number;
  /** How much of it may lie under pins, from 0 to 1: more for what matters more. */
  coverable: number;
}

export interface PlacedLabel<Candidate extends LabelCandidate> {
  candidate: Candidate;
  /** The middle of the text. */
  x: number;
  y: number;
  /** Whether the dot on the spot is to be seen: not where a pin covers it. */
  showsDot: boolean;
}

/** Free space around each text, in pixels. */
const SPACING = 3;
const SQUARE_PIXELS = 64;

/**
 * Chooses which texts are drawn, and where, so that none overlaps another and pins cover little of them. Who comes first chooses
 * first: pass them in the order of their importance.
 */
export function placeLabels<Candidate extends LabelCandidate>(
  candidates: Iterable<Candidate>,
  pins: readonly Rectangle[],
): PlacedLabel<Candidate>[] {
  const pinIndex = createIndex();
  for (const pin of pins) pinIndex.add(pin);
  const textIndex = createIndex();
  const placed: PlacedLabel<Candidate>[] = [];
  for (const candidate of candidates) {
    const dot = boxAround(candidate.x, candidate.y, candidate.dotRadius * 2, candidate.dotRadius * 2);
    if (textIndex.overlap(dot) > 0) continue;
    const pinned = pinIndex.overlap(grow(dot, 1)) > 0;
    const area = candidate.width * candidate.height;
    let best: { x: number; y: number; box: Rectangle } | null = null;
    let leastCovered = candidate.coverable * area;
    for (const offset of pinned ? [...candidate.offsets, ...candidate.offsetsBeyondPin] : candidate.offsets) {
      const x = candidate.x + offset.x;
      const y = candidate.y + offset.y;
      const box = boxAround(x, y, candidate.width, candidate.height);
      if (textIndex.overlap(grow(box, SPACING)) > 0) continue;
      const covered = pinIndex.overlap(box);
      if (covered > leastCovered || (best && covered === leastCovered)) continue;
      leastCovered = covered;
      best = { x, y, box };
      if (covered === 0) break;
    }
    if (!best) continue;
    textIndex.add(best.box);
    textIndex.add(dot);
    placed.push({ candidate, x: best.x, y: best.y, showsDot: candidate.dotRadius > 0 && !pinned });
  }
  return placed;
}

function boxAround(x: number, y: number, width: number, height: number): Rectangle {
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 };
}

function grow({ left, top, right, bottom }: Rectangle, by: number): Rectangle {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** Rectangles by the squares they touch. */
function createIndex() {
  const bySquare = new Map<string, Set<Rectangle>>();
  function* squaresOf({ left, top, right, bottom }: Rectangle): Generator<string> {
    for (let column = Math.floor(left / SQUARE_PIXELS); column * SQUARE_PIXELS < right; column++) {
      for (let row = Math.floor(top / SQUARE_PIXELS); row * SQUARE_PIXELS < bottom; row++)
        yield `${column},${row}`;
    }
  }
  return {
    add(rectangle: Rectangle): void {
      for (const square of squaresOf(rectangle)) {
        const there = bySquare.get(square);
        if (there) there.add(rectangle);
        else bySquare.set(square, new Set([rectangle]));
      }
    },
    /** The area that a rectangle shares with those added, each counted for itself. */
    overlap(rectangle: Rectangle): number {
      const near = new Set<Rectangle>();
      for (const square of squaresOf(rectangle))
        for (const other of bySquare.get(square) ?? []) near.add(other);
      let area = 0;
      for (const other of near) {
        const width = Math.min(rectangle.right, other.right) - Math.max(rectangle.left, other.left);
        const height = Math.min(rectangle.bottom, other.bottom) - Math.max(rectangle.top, other.top);
        if (width > 0 && height > 0) area += width * height;
      }
      return area;
    },
  };
}
