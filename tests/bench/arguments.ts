import { parseArgs } from 'node:util';

export type Part = 'memory' | 'cold';

/** What one run measures. */
export interface Plan {
  parts: readonly Part[];
  sizes: Readonly<Record<Part, readonly number[]>>;
  /** Rounds of the first clusters; of the tours, which take ten times as long; of the cold pages. */
  rounds: { draws: number; tours: number; cold: number; slowCold: number };
  /** Where all rows go as JSON, for a machine; null: nowhere. */
  jsonFile: string | null;
}

const SIZES = [10_000, 153_600, 1_000_000];

/**
 * Reads the command line: `--quick`, `--json FILE`, `--only memory|cold`.
 * @throws TypeError on anything else
 */
export function readArguments(words: readonly string[]): Plan {
  const { values } = parseArgs({
    args: [...words],
    options: { quick: { type: 'boolean' }, json: { type: 'string' }, only: { type: 'string' } },
  });
  const { only } = values;
  if (only !== undefined && only !== 'memory' && only !== 'cold') {
    throw new TypeError(`--only takes memory or cold, not ${only}.`);
  }
  const quick = values.quick === true;
  return {
    parts: only === undefined ? ['memory', 'cold'] : [only],
    sizes: quick ? { memory: [153_600], cold: [153_600] } : { memory: SIZES, cold: SIZES },
    rounds: quick
      ? { draws: 3, tours: 1, cold: 1, slowCold: 1 }
      : { draws: 5, tours: 3, cold: 5, slowCold: 2 },
    jsonFile: values.json ?? null,
  };
}
