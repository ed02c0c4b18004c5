export type Direction = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export interface Spot {
  x: number;
  y: number;
}

export const STEPS: Readonly<Record<Direction, Spot>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Cost of a pixel perpendicular to the direction, relative to one along it. */
const ASIDE_WEIGHT = 2;

/**
 * Finds the place that an arrow key moves to: near, and within a cone around the direction; null if there is none.
 * Pixels, y downwards.
 */
export function nearestInDirection<Candidate extends Spot>(
  from: Spot,
  direction: Direction,
  places: Iterable<Candidate>,
): Candidate | null {
  const step = STEPS[direction];
  let found: Candidate | null = null;
  let least = Infinity;
  for (const place of places) {
    const ahead = (place.x - from.x) * step.x + (place.y - from.y) * step.y;
    const aside = Math.abs((place.x - from.x) * step.y) + Math.abs((place.y - from.y) * step.x);
    if (ahead <= 0 || aside > 2 * ahead) continue;
    const cost = ahead + aside * ASIDE_WEIGHT;
    if (cost >= least) continue;
    least = cost;
    found = place;
  }
  return found;
}

/** Whether a key is an arrow key. */
export function isDirection(key: string): key is Direction {
  return Object.hasOwn(STEPS, key);
}
