import { pickRandom, pickWhole, type Random } from '../../sandbox/network/random.ts';

/** A person's next action on a map of streets. */
export type Move =
  /** Drags the map, by a share of its width and height. */
  | { kind: 'drag'; x: number; y: number }
  /** Presses a zoom button as often as this: plus if positive, else minus. */
  | { kind: 'zoom'; levels: number }
  /** Opens a row of the list, or closes the card if one is open. */
  | { kind: 'row'; at: number }
  | { kind: 'search'; text: string }
  | { kind: 'theme' };

/** A move, and what follows it. */
export interface Step {
  move: Move;
  /** Pause before the next one. Short ones come while pictures are being painted. */
  pauseMs: number;
  /** Whether the walk stops to look for holes. */
  isChecked: boolean;
}

/** Streets are shown from zoom 12 to 19; at the lowest, most of a window is outside Andorra. */
const [LOWEST_ZOOM, HIGHEST_ZOOM] = [13, 18];
const TOWNS = ['andorra la vella', 'escaldes', 'encamp', 'la massana', 'ordino', 'canillo', 'sant julia'];
const PAUSES_MS = [0, 30, 120, 400];
const CHECKED_SHARE = 0.4;

/** @param zoom of the map now */
export function chooseStep(random: Random, zoom: number): Step {
  const move = chooseMove(random, zoom);
  return { move, pauseMs: pickRandom(random, PAUSES_MS), isChecked: random() < CHECKED_SHARE };
}

function chooseMove(random: Random, zoom: number): Move {
  const roll = random();
  if (roll < 0.45) return { kind: 'drag', x: shareOf(random), y: shareOf(random) };
  if (roll < 0.75) {
    const isIn = zoom < LOWEST_ZOOM || (zoom < HIGHEST_ZOOM && random() < 0.5);
    const levels = pickWhole(random, 1, 2);
    return { kind: 'zoom', levels: isIn ? levels : -Math.min(levels, Math.max(1, zoom - LOWEST_ZOOM)) };
  }
  if (roll < 0.87) return { kind: 'row', at: pickWhole(random, 0, 4) };
  if (roll < 0.94) return { kind: 'search', text: pickRandom(random, TOWNS) };
  return { kind: 'theme' };
}

const shareOf = (random: Random): number => random() * 0.8 - 0.4;
