import type { LabelStyle } from './label-styles.ts';

/** In pixels of the canvas, y downwards. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An obstacle over the map: a pin, which may hide a little of some texts, or a control, which may not. */
export interface Obstacle extends Rectangle {
  isControl?: true;
}

export interface Offset {
  x: number;
  y: number;
}

interface Candidate {
  text: string;
  /** Among candidates with the same key, only the first that finds room is drawn; null for no limit. */
  key: string | null;
  style: LabelStyle;
}

/** A text to be placed at a spot. */
export interface LabelCandidate extends Candidate {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Allowed positions of the text's middle, relative to the spot; the best first. */
  offsets: readonly Offset[];
  /** Positions further away, used if pins cover the spot; of texts without a dot, also if pins leave no room beside it. */
  offsetsBeyondPin: readonly Offset[];
  /** Positions still further away, for a name that the view must have. */
  offsetsFar?: readonly Offset[];
  /** Radius of the dot on the spot, which no text may cover; 0 for none. */
  dotRadius: number;
  /** The share of it that pins may cover, from 0 to 1. */
  coverable: number;
}

/** A text to be placed along a line, not under pins. */
export interface LineCandidate extends Candidate {
  /** Allowed stretches, the best first. */
  runs: readonly LabelRun[];
}

/** A stretch of a line for a text. */
export interface LabelRun {
  /** x and y alternating, in reading direction. */
  course: readonly number[];
  /** Whether the stretch is nearly straight. */
  isStraight: boolean;
  /** The area that the text covers there. */
  boxes: readonly Rectangle[];
}

interface PlacedAtSpot {
  candidate: LabelCandidate;
  /** Position of the text's middle. */
  x: number;
  y: number;
  /** Whether to draw the dot on the spot: not if a pin covers it. */
  showsDot: boolean;
}

interface PlacedOnLine {
  candidate: LineCandidate;
  run: LabelRun;
}

/** Free space around each text, in pixels. */
const SPACING = 3;
/** Between two dots, in pixels: nearer ones look like one dot with two names. */
const DOT_SPACING = 6;
const SQUARE_PIXELS = 64;

/**
 * Chooses which texts are drawn and where, so that none overlaps another or a control, and pins cover little of them. Greedy: pass
 * the most important candidates first.
 */
export function placeLabels(
  candidates: Iterable<LabelCandidate | LineCandidate>,
  obstacles: readonly Obstacle[],
): (PlacedAtSpot | PlacedOnLine)[] {
  const pinIndex = createIndex();
  const textIndex = createIndex();
  for (const obstacle of obstacles) (obstacle.isControl ? textIndex : pinIndex).add(obstacle);
  const dotIndex = createIndex();
  const keys = new Set<string>();
  const placed: (PlacedAtSpot | PlacedOnLine)[] = [];
  for (const candidate of candidates) {
    if (candidate.key !== null && keys.has(candidate.key)) continue;
    const label = 'runs' in candidate ? placeOnLine(candidate) : placeAtSpot(candidate);
    if (label === null) continue;
    placed.push(label);
    if (candidate.key !== null) keys.add(candidate.key);
  }
  return placed;

  function placeOnLine(candidate: LineCandidate): PlacedOnLine | null {
    const run = choose(candidate.runs, 0);
    return run && { candidate, run };
  }

  function placeAtSpot(candidate: LabelCandidate): PlacedAtSpot | null {
    const {
      x,
      y,
      width,
      height,
      dotRadius,
      offsets,
      offsetsBeyondPin,
      offsetsFar = [],
      coverable,
    } = candidate;
    const dot = boxAround(x, y, dotRadius * 2, dotRadius * 2);
    if (textIndex.overlap(dot) > 0 || dotIndex.overlap(grow(dot, DOT_SPACING)) > 0) return null;
    const pinned = pinIndex.overlap(grow(dot, 1)) > 0;
    const placesAt = (all: readonly Offset[]) =>
      all.map((offset) => ({
        x: x + offset.x,
        y: y + offset.y,
        boxes: [boxAround(x + offset.x, y + offset.y, width, height)],
      }));
    const near = placesAt(offsets);
    const maxCovered = coverable * width * height;
    // Beside a dot that is seen, a name further off would be taken for another place's.
    const isCrowded = dotRadius === 0 && near.every(({ boxes }) => pinIndex.overlap(boxes[0]!) > maxCovered);
    const places = pinned || isCrowded ? [...near, ...placesAt(offsetsBeyondPin)] : near;
    const best = choose(places, maxCovered) ?? choose(placesAt(offsetsFar), 0);
    if (best === null) return null;
    textIndex.add(dot);
    dotIndex.add(dot);
    return { candidate, x: best.x, y: best.y, showsDot: dotRadius > 0 && !pinned };
  }

  /** Takes the place least covered by pins, the first of equals; null if none is free. */
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

/** A spatial index: rectangles by the grid squares they touch. */
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
        const rectangles = bySquare.get(square);
        if (rectangles) rectangles.add(rectangle);
        else bySquare.set(square, new Set([rectangle]));
      }
    },
    /** The sum of the areas that a rectangle shares with each of those added. */
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
