/** Where a kind of place stands among places, 0 the most important. */
const RANKS: Readonly<Record<string, number>> = {
  country: 0,
  state: 1,
  city: 5,
  town: 7,
  village: 9,
  suburb: 9,
  neighbourhood: 11,
  hamlet: 11,
  locality: 12,
};
/** From so many people on a place stands one rank higher, each time. */
const STEPS = [20_000, 250_000, 1_000_000];

export function rankPlace(kind: string, isCapital: boolean, population: unknown): number {
  const people = typeof population === 'number' ? population : 0;
  const higher = STEPS.filter((step) => people >= step).length + (isCapital ? 2 : 0);
  return Math.max(0, (RANKS[kind] ?? 12) - higher);
}
