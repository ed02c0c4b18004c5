import type { Snapshot } from './point-network.ts';

/** Questions to a published network that its first map doesn't ask. */
const QUESTIONS = [
  'nearest',
  'findById',
  'readItem',
  'findIds',
  'findPlaces',
  'findCalled',
  'findWritten',
  'findNearPostcodes',
  'countryNames',
  'largestCities',
  'findNames',
  'findStreets',
] as const;

export type Questions = Pick<Snapshot, (typeof QUESTIONS)[number]>;

/**
 * All questions, put to somebody who isn't here yet, or who changes.
 * @param put puts one of them to whoever answers now
 */
export function forwardQuestions(
  put: <Answer>(question: (to: Questions) => Promise<Answer>) => Promise<Answer>,
): Questions {
  const forward =
    (name: keyof Questions) =>
    (...asked: never[]) =>
      put((to) => (to[name] as (...asked: never[]) => Promise<unknown>)(...asked));
  return Object.fromEntries(QUESTIONS.map((name) => [name, forward(name)])) as unknown as Questions;
}
