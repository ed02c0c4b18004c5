import { parseArgs } from 'node:util';

/** Every part but Lighthouse, which has to be downloaded first. */
const FULL_RUN = ['memory', 'cold', 'widget', 'interactions', 'streets', 'search', 'publishing'] as const;
const PARTS = [...FULL_RUN, 'lighthouse'] as const;
export type Part = (typeof PARTS)[number];

/** The parts that compare with peers, in less than two minutes. */
const QUICK_RUN: readonly Part[] = ['memory', 'cold'];

/** The measurements of one run. */
export interface Plan {
  parts: readonly Part[];
  sizes: Readonly<Record<Part, readonly number[]>>;
  /**
   * Rounds of the first clusters (`draws`); of the tours, which take ten times as long; of the cold pages; of the widget in a
   * shop; of the shopper's walk; of streets; of Lighthouse.
   */
  rounds: Readonly<
    Record<'draws' | 'tours' | 'cold' | 'slowCold' | 'widget' | 'walks' | 'streets' | 'lighthouse', number>
  >;
  /** File for all rows as JSON; null: none. */
  jsonFile: string | null;
}

/** Parts that need no browser. */
export const WITHOUT_BROWSER: ReadonlySet<Part> = new Set(['search', 'publishing']);

const SIZES = [10_000, 153_600, 1_000_000];
/** For a quick run, and for the widget's part, which doesn't depend on the network's size. */
const ONE_SIZE = [153_600];
/** The shopper's walk doesn't depend on the network's size. */
const WALKED_SIZE = [20_000];

/**
 * Reads the command line: `--quick`, `--json FILE`, `--only
 * memory|cold|widget|interactions|streets|search|publishing|lighthouse`. Without `--only` a full or a quick run.
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
      // In addition to the archive's own network, that of the sandbox in Andorra.
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
