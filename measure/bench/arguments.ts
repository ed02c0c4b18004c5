import { parseArgs } from 'node:util';

/** All parts except the search for holes, which measures nothing. */
const FULL_RUN = [
  'memory',
  'cold',
  'widget',
  'interactions',
  'desk',
  'parcel',
  'choose',
  'streets',
  'search',
  'publishing',
] as const;
const PARTS = [...FULL_RUN, 'holes'] as const;
export type Part = (typeof PARTS)[number];

export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** The parts that compare the product with its peers; they take less than two minutes. */
const QUICK_RUN: readonly Part[] = ['memory', 'cold'];

/** The measurements of one run. */
export interface Plan {
  parts: readonly Part[];
  /** Sizes of the networks, in points, for the parts that depend on them. */
  sizes: Readonly<Record<'memory' | 'cold' | 'streets' | 'publishing', readonly number[]>>;
  /**
   * Number of rounds for the first clusters (`draws`), the tours (which take ten times as long), the cold pages, the widget in a
   * shop, the shopper's walk, the desk, a parcel's page, the choice for a shop and the streets.
   */
  rounds: Readonly<
    Record<
      'draws' | 'tours' | 'cold' | 'slowCold' | 'widget' | 'walks' | 'desk' | 'parcel' | 'choose' | 'streets',
      number
    >
  >;
  /** Settings of the random walk that looks for holes. */
  walk: { moves: number; seed: number };
  /** The engine to walk in; null means all installed ones. */
  engine: Engine | null;
  /** File to which all rows are written as JSON; null if none. */
  jsonFile: string | null;
  /** Raw OpenStreetMap data whose tagged addresses are searched for; null if none. */
  extract: string | null;
}

/** Parts that don't need a browser. */
export const WITHOUT_BROWSER: ReadonlySet<Part> = new Set(['search', 'publishing']);

const SIZES = [10_000, 153_600, 1_000_000];
const QUICK_SIZES = SIZES.slice(1, 2);
const WALK_MOVES = 200;

/**
 * Reads the command line: `--quick`, `--json FILE`, `--only
 * memory|cold|widget|interactions|desk|parcel|choose|streets|search|publishing|holes`. Without `--only` a full or a quick run. For
 * searches also `--extract FILE.osm.pbf`, for holes `--engine chromium|firefox|webkit`, `--moves NUMBER` and `--seed NUMBER`.
 * @throws TypeError on anything else
 */
export function readBenchArguments(words: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...words],
    options: {
      quick: { type: 'boolean' },
      json: { type: 'string' },
      extract: { type: 'string' },
      only: { type: 'string' },
      engine: { type: 'string' },
      moves: { type: 'string' },
      seed: { type: 'string' },
    },
  });
  const quick = values.quick === true;
  const whole = quick ? QUICK_RUN : FULL_RUN;
  const parts = values.only === undefined ? whole : PARTS.filter((part) => part === values.only);
  if (parts.length === 0) throw new TypeError(`--only takes ${PARTS.join(', ')}, not ${values.only}.`);
  const engine = ENGINES.find((each) => each === values.engine) ?? null;
  if (values.engine !== undefined && engine === null)
    throw new TypeError(`--engine takes ${ENGINES.join(', ')}, not ${values.engine}.`);
  return {
    parts,
    walk: { moves: readNumber('moves', values.moves, WALK_MOVES), seed: readNumber('seed', values.seed, 1) },
    engine,
    sizes: {
      memory: quick ? QUICK_SIZES : SIZES,
      cold: quick ? QUICK_SIZES : SIZES,
      // In addition to the sandbox's own network in Andorra.
      streets: quick ? [] : SIZES.slice(2),
      publishing: quick ? QUICK_SIZES : SIZES.slice(1),
    },
    rounds: {
      draws: quick ? 2 : 5,
      tours: quick ? 1 : 3,
      cold: quick ? 1 : 5,
      slowCold: quick ? 1 : 2,
      widget: quick ? 1 : 5,
      walks: quick ? 3 : 7,
      desk: quick ? 1 : 5,
      parcel: quick ? 1 : 7,
      choose: quick ? 1 : 15,
      streets: quick ? 1 : 3,
    },
    jsonFile: values.json ?? null,
    extract: values.extract ?? null,
  };
}

function readNumber(option: string, text: string | undefined, byDefault: number): number {
  const value = Number(text ?? byDefault);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new TypeError(`--${option} takes a number from 1, not ${text}.`);
  return value;
}
