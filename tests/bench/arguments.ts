import { parseArgs } from 'node:util';

/** All but Lighthouse, which has to be fetched first. */
const FULL_RUN = ['memory', 'cold', 'widget', 'interactions', 'streets', 'search', 'publishing'] as const;
const PARTS = [...FULL_RUN, 'lighthouse'] as const;
export type Part = (typeof PARTS)[number];

/** What stands beside peers, in less than two minutes. */
const QUICK_RUN: readonly Part[] = ['memory', 'cold'];

/** What one run measures. */
export interface Plan {
  parts: readonly Part[];
  sizes: Readonly<Record<Part, readonly number[]>>;
  /**
   * Rounds of the first clusters; of the tours, which take ten times as long; of the cold pages; of the widget in a shop; of the
   * shopper's walk; of streets; of Lighthouse.
   */
  rounds: Readonly<
    Record<'draws' | 'tours' | 'cold' | 'slowCold' | 'widget' | 'walks' | 'streets' | 'lighthouse', number>
  >;
  /** Where all rows go as JSON, for a machine; null: nowhere. */
  jsonFile: string | null;
}

/** What is measured without a browser. */
export const WITHOUT_BROWSER: ReadonlySet<Part> = new Set(['search', 'publishing']);

const SIZES = [10_000, 153_600, 1_000_000];
/** What a quick run has, and the widget's part, in which the network's size plays no part. */
const ONE_SIZE = [153_600];
/** What a shopper meets on the way doesn't grow with the network. */
const WALKED_SIZE = [20_000];

/**
 * Reads the command line: `--quick`, `--json FILE`, `--only memory|cold|widget|interactions|streets|search|publishing|lighthouse`. Without `--only` a full
 * or a quick run.
 * @throws TypeError on anything else
 */
export function readArguments(words: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...words],
    options: { quick: { type: 'boolean' }, json: { type: 'string' }, only: { type: 'string' } },
  });
  const quick = values.quick === true;
  const whole = quick ? QUICK_RUN : FULL_RUN;
  const parts = values.only === undefined ? whole : PARTS.filter((part) => part === values.only);
  if (parts.length === 0) throw new TypeError(`--only takes ${PARTS.join(', ')}, not ${values.only}.`);
  return {
    parts,
    sizes: {
      memory: quick ? ONE_SIZE : SIZES,
      cold: quick ? ONE_SIZE : SIZES,
      widget: ONE_SIZE,
      interactions: WALKED_SIZE,
      // Beside those of the archive, the sandbox's in Andorra.
      streets: quick ? [] : SIZES.slice(2),
      search: ONE_SIZE,
      publishing: quick ? ONE_SIZE : SIZES.slice(1),
      lighthouse: WALKED_SIZE,
    },
    rounds: quick
      ? { draws: 2, tours: 1, cold: 1, slowCold: 1, widget: 1, walks: 3, streets: 1, lighthouse: 1 }
      : { draws: 5, tours: 3, cold: 5, slowCold: 2, widget: 5, walks: 7, streets: 3, lighthouse: 5 },
    jsonFile: values.json ?? null,
  };
}
