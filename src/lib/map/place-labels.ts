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

interface Candidate {
  text: string;
  /** Of candidates with the same key the first that finds room is drawn, and no other; null: each. */
  key: string | null;
}

/** A text that could stand at a spot. */
export interface LabelCandidate extends Candidate {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Where the text may stand, the best first: its middle, relative to the spot. */
  offsets: readonly Offset[];
  /** Where it may stand further off, when pins stand on the spot or leave no room beside it. */
  offsetsBeyondPin: readonly Offset[];
  /** Half the width of the dot on the spot, which no text may cover; 0 for none. */
  dotRadius: number;
  /** How much of it may lie under pins, from 0 to 1: more for what matters more. */
  coverable: number;
}

/** A text that could run along a line, never under a pin. */
export interface LineCandidate extends Candidate {
  /** Where it may run, the best first. */
  runs: readonly LabelRun[];
}

/** A stretch of a line for a text: x and y in turn, in the direction of reading. */
export interface LabelRun {
  course: readonly number[];
  /** Whether the stretch is as good as straight. */
  isStraight: boolean;
  /** What the text covers there. */
  boxes: readonly Rectangle[];
}

export interface PlacedLabel<Spot extends LabelCandidate> {
  candidate: Spot;
  /** The middle of the text. */
  x: number;
  y: number;
  /** Whether the dot on the spot is to be seen: not where a pin covers it. */
  showsDot: boolean;
}

export interface PlacedLine<Line extends LineCandidate> {
  candidate: Line;
  run: LabelRun;
}

type Placed<Some> = Some extends LineCandidate
  ? PlacedLine<Some>
  : Some extends LabelCandidate
    ? PlacedLabel<Some>
    : never;

/** Free space around each text, in pixels. */
const SPACING = 3;
const SQUARE_PIXELS = 64;

/**
 * Chooses which texts are drawn, and where, so that none overlaps another and pins cover little of them. Who comes first chooses
 * first: pass them in the order of their importance.
 */
export function placeLabels<Some extends LabelCandidate | LineCandidate>(
  candidates: Iterable<Some>,
  pins: readonly Rectangle[],
): Placed<Some>[] {
  const pinIndex = createIndex();
  for (const pin of pins) pinIndex.add(pin);
  const textIndex = createIndex();
  const keys = new Set<string>();
  const placed: Placed<Some>[] = [];
  for (const candidate of candidates) {
    if (candidate.key !== null && keys.has(candidate.key)) continue;
    const label = 'runs' in candidate ? placeOnLine(candidate) : placeAtSpot(candidate);
    if (label === null) continue;
    placed.push(label as Placed<Some>);
    if (candidate.key !== null) keys.add(candidate.key);
  }
  return placed;

  function placeOnLine(candidate: LineCandidate): PlacedLine<LineCandidate> | null {
    const run = choose(candidate.runs, 0);
    return run && { candidate, run };
  }

  function placeAtSpot(candidate: LabelCandidate): PlacedLabel<LabelCandidate> | null {
    const { x, y, width, height, dotRadius, offsets, offsetsBeyondPin, coverable } = candidate;
    const dot = boxAround(x, y, dotRadius * 2, dotRadius * 2);
    if (textIndex.overlap(dot) > 0) return null;
    const pinned = pinIndex.overlap(grow(dot, 1)) > 0;
    const placesAt = (all: readonly Offset[]) =>
      all.map((offset) => ({
        x: x + offset.x,
        y: y + offset.y,
        boxes: [boxAround(x + offset.x, y + offset.y, width, height)],
      }));
    const near = placesAt(offsets);
    const maxCovered = coverable * width * height;
    // Where names are in the way and not pins, a name further off would be taken for another place's.
    const isCrowded = pinned || near.every(({ boxes }) => pinIndex.overlap(boxes[0]!) > maxCovered);
    const places = isCrowded ? [...near, ...placesAt(offsetsBeyondPin)] : near;
    const best = choose(places, maxCovered);
    if (best === null) return null;
    textIndex.add(dot);
    return { candidate, x: best.x, y: best.y, showsDot: dotRadius > 0 && !pinned };
  }

  /** Takes the first place of those that lie least under pins; null where none is free. */
  function choose<Place extends { boxes: readonly Rectangle[] }>(
    places: readonly Place[],
    maxCovered: number,
  ): Place | null {
    let best: Place | null = null;
    let minCovered = maxCovered;
    for (const place of places) {
      if (place.boxes.some((box) => textIndex.overlap(grow(box, SPACING)) > 0)) continue;
      const covered = place.boxes.reduce((sum, box) => sum + pinIndex.overlap(box), 0);
      if (covered > minCovered || (best && covered === minCovered)) continue;
      minCovered = covered;
      best = place;
      if (covered === 0) break;
    }
    for (const box of best?.boxes ?? []) textIndex.add(box);
    return best;
  }
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
