import { createStreetPainter, type Answer, type Setup, type StreetPainter } from './street-painter.ts';

/** As short as the rest of the map's work on the page's thread. */
const SLICE_MS = 4;

/** Paints streets on the page's thread. */
export function createLocalPainter(setup: Setup, answer: (answer: Answer) => void): StreetPainter {
  return createStreetPainter(
    setup,
    { createCanvas: () => document.createElement('canvas'), whenShown: (then) => then(), sliceMs: SLICE_MS },
    answer,
  );
}
