import written from './known.json' with { type: 'json' };
import { describe, makeField, observe, type Difference, type Known } from './observation.ts';

const known: Record<'page' | 'point' | 'token', Known> = written;

/** Watches what the platform answers while it is read for another purpose. */
export function createContractWatch() {
  const page = makeField(known.page, true);
  const point = makeField(known.point, true);
  const token = makeField(known.token, true);
  return {
    /** A page of the list; its items count apart. */
    page: (answer: unknown) => observe(page, answer),
    item: (item: unknown) => observe(point, item),
    /** A `fetch` that looks at the token answers that pass through it. */
    watchTokens:
      (fetchNow: typeof fetch): typeof fetch =>
      async (input, init) => {
        const answer = await fetchNow(input, init);
        // What is no JSON is told of by who reads it.
        if (answer.ok) {
          const copy = answer.clone();
          observe(token, await copy.json().catch(() => undefined));
        }
        return answer;
      },
    differences: () =>
      sortDifferences([...describe(page, 'page'), ...describe(token, 'token'), ...describe(point, 'point')]),
  };
}

export type ContractWatch = ReturnType<typeof createContractWatch>;

/** The breaking ones first. */
export function sortDifferences(differences: readonly Difference[]): Difference[] {
  const rank = { breaking: 0, additive: 1, absent: 2 };
  return differences.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
}

/** For people: a line each. */
export function describeDifferences(differences: readonly Difference[]): string[] {
  const marks = { breaking: 'BREAKING', additive: 'new', absent: 'not sent' };
  return differences.map(({ kind, path, message }) => `  ${marks[kind]}: ${path}: ${message}`);
}
