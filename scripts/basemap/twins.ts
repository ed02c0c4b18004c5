import { unitsOfMetres } from '#network/snapshot-format/mercator.ts';

interface Town {
  name: string;
  country: string;
  population: number;
  isSection: boolean;
  x: number;
  y: number;
}

/** Two towns this near to each other whose names begin with this many equal letters are one. */
const NEAR_METRES = 2_500;
const LETTERS = 4;
/** The populations of two names of one town differ by less than this factor. */
const TIMES = 4;
/** Names of several words that begin alike, such as those of saints, are often different towns. */
const ONE_WORD = /^\p{L}+$/u;
/** Smaller towns aren't compared: among villages, equal beginnings say nothing. */
const MIN_TOWN = 20_000;

/**
 * Removes a municipality beside the town that it is named after, which would be a second scale of the same label: Zaanstad beside
 * Zaandam. The town takes its place.
 * @param towns the most populous first
 */
export function withoutTwins<Each extends Town>(towns: readonly Each[]): Each[] {
  /** Municipalities so far, by country and first letters. */
  const larger = new Map<string, Each[]>();
  /** Towns by the municipality that each replaces. */
  const instead = new Map<Each, Each>();
  for (const town of towns) {
    if (town.isSection || town.population < MIN_TOWN || !ONE_WORD.test(town.name)) continue;
    const key = town.country + town.name.slice(0, LETTERS);
    const twin = larger.get(key)?.find((other) => !instead.has(other) && isTwin(other, town));
    if (twin === undefined) larger.set(key, [...(larger.get(key) ?? []), town]);
    else instead.set(twin, town);
  }
  const gone = new Set(instead.values());
  return towns
    .filter((town) => !gone.has(town))
    .map((town) => {
      const { name, x, y } = instead.get(town) ?? town;
      return { ...town, name, x, y };
    });
}

function isTwin(larger: Town, smaller: Town): boolean {
  const reach = unitsOfMetres(NEAR_METRES, larger.y);
  const isNear = Math.hypot(larger.x - smaller.x, larger.y - smaller.y) < reach;
  return isNear && larger.name !== smaller.name && larger.population < smaller.population * TIMES;
}
