import { createRandom } from '../../sandbox/network/random.ts';
import { findHoles, nameOf, type Hole } from './find-holes.ts';
import type { Hand, Spot } from './hand.ts';
import { chooseStep, type Move } from './moves.ts';
import { readStreetTiles } from './street-tiles.ts';

export interface Walk {
  moves: number;
  /** Number of views that were examined. */
  views: number;
  /** Each once, with the number of the move after which it was found. */
  holes: (Hole & { after: number })[];
}

/** A town with points on its streets. */
const START = '/?latitude=42.5075&longitude=1.5218&zoom=15';
const PATIENCE_MS = 30_000;
const SUGGESTIONS_MS = 3_000;
const LOOK_EVERY_MS = 100;

const ZOOM_IN = '.dp-zoom-button:first-child';
const ZOOM_OUT = '.dp-zoom-button:last-child';
const FIELD = 'input[role="combobox"]';
const OPTION = '[role="option"]';
const ROW = 'li[aria-posinset] button';
const CLOSE = '[aria-label="Close"]';

/**
 * Moves the locator's map at random, and looks for squares without streets whenever it has come to rest.
 * @param seed the same seed chooses the same moves
 * @throws Error if the browser asks for no motion: pictures are then painted once, and the walk would find less
 */
export async function walkStreets(
  hand: Hand,
  origin: string,
  { moves, seed }: { moves: number; seed: number },
): Promise<Walk> {
  const tiles = await readStreetTiles(origin);
  const random = createRandom(seed);
  const known = new Map<string, Walk['holes'][number]>();
  let views = 0;
  const examine = async (after: number) => {
    views++;
    const { zoom, holes } = await findHoles(hand, tiles, new Set(known.keys()));
    for (const hole of holes) if (!known.has(nameOf(hole))) known.set(nameOf(hole), { ...hole, after });
    return zoom;
  };

  await hand.open(origin + START);
  if (await hand.run(() => matchMedia('(prefers-reduced-motion: reduce)').matches, null))
    throw new Error('This browser asks for reduced motion.');
  for (const part of ['.dp-streets canvas', ZOOM_IN, FIELD])
    if ((await find(hand, part, PATIENCE_MS)).length === 0) throw new Error(`The page has no ${part}.`);
  let zoom = await examine(0);
  for (let move = 1; move <= moves; move++) {
    const step = chooseStep(random, zoom);
    await act(hand, step.move);
    await pause(step.pauseMs);
    if (step.isChecked || move === moves) zoom = await examine(move);
  }
  return { moves, views, holes: [...known.values()] };
}

async function act(hand: Hand, move: Move): Promise<void> {
  if (move.kind === 'drag') {
    const { left, top, width, height } = await hand.run(
      () => document.querySelector('.dp-map')!.getBoundingClientRect().toJSON() as DOMRect,
      null,
    );
    const end = (direction: number) => ({
      x: left + width * (0.5 + (direction * move.x) / 2),
      y: top + height * (0.5 + (direction * move.y) / 2),
    });
    await hand.drag(end(-1), end(1));
  } else if (move.kind === 'zoom') {
    const [button] = await find(hand, move.levels > 0 ? ZOOM_IN : ZOOM_OUT, PATIENCE_MS);
    for (let press = 0; press < Math.abs(move.levels); press++) await hand.press(button!);
  } else if (move.kind === 'row') {
    const [close] = await find(hand, CLOSE, 0);
    const rows = close ? [close] : await find(hand, ROW, 0);
    const row = rows[Math.min(move.at, rows.length - 1)];
    if (row) await hand.press(row);
  } else if (move.kind === 'search') {
    await hand.press((await find(hand, FIELD, PATIENCE_MS))[0]!);
    await hand.run((field) => document.querySelector<HTMLInputElement>(field)!.select(), FIELD);
    await hand.type(move.text);
    const [option] = await find(hand, OPTION, SUGGESTIONS_MS);
    if (option) await hand.press(option);
  } else
    await hand.run(() => {
      const { dataset } = document.documentElement;
      dataset['theme'] = dataset['theme'] === 'dark' ? 'light' : 'dark';
    }, null);
}

/** The middles of the elements in the window, waited for unless `patienceMs` is 0. @returns none if they don't come */
async function find(hand: Hand, selector: string, patienceMs: number): Promise<Spot[]> {
  const deadlineMs = performance.now() + patienceMs;
  for (;;) {
    const spots = await hand.run(
      (selector) =>
        [...document.querySelectorAll(selector)].flatMap((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const spot = { x: x + width / 2, y: y + height / 2 };
          const isSeen = width > 0 && spot.x > 0 && spot.y > 0 && spot.x < innerWidth && spot.y < innerHeight;
          return isSeen && element.checkVisibility() ? [spot] : [];
        }),
      selector,
    );
    if (spots.length > 0 || performance.now() >= deadlineMs) return spots;
    await pause(LOOK_EVERY_MS);
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
