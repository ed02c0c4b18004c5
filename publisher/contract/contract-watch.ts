import { describe, makeField, observe, type Difference } from './observation.ts';
import { describeKnown } from './platform-schemas.ts';

/** Compares the platform's answers with the known contract while they are read for another purpose; collects the differences. */
export function createContractWatch() {
  const known = describeKnown();
  const page = makeField(known.page, true);
  let point = makeField(known.point, true);
  const token = makeField(known.token, true);
  return {
    /** A page of the list, without its items: see `item`. */
    page: (answer: unknown) => observe(page, answer),
    item: (item: unknown) => observe(point, item),
    /** Forgets the observed items, because the list is read again. */
    restartItems() {
      point = makeField(known.point, true);
    },
    /** Wraps a `fetch` that is used for token requests, and observes its answers. */
    watchTokens:
      (fetchNow: typeof fetch): typeof fetch =>
      async (input, init) => {
        const answer = await fetchNow(input, init);
        // The reader of the answer reports one that isn't JSON.
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

/** Breaking differences first. */
export function sortDifferences(differences: readonly Difference[]): Difference[] {
  const rank = { breaking: 0, additive: 1, absent: 2 };
  return differences.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
}

/** One line of text for each difference. */
export function describeDifferences(differences: readonly Difference[]): string[] {
  const marks = { breaking: 'BREAKING', additive: 'new', absent: 'not sent' };
  return differences.map(({ kind, path, message }) => `  ${marks[kind]}: ${path}: ${message}`);
}
