import written from './known.json' with { type: 'json' };
import { Observation, type Finding, type Known } from './observation.ts';

const known: Record<'page' | 'point' | 'token', Known> = written;

/** Watches what the platform answers while it is read for another purpose. */
export function createContractWatch() {
  const page = new Observation('page', known.page);
  const point = new Observation('point', known.point);
  const token = new Observation('token', known.token);
  return {
    /** A page of the list; its items count apart. */
    page: (answer: unknown) => page.observe(answer),
    item: (item: unknown) => point.observe(item),
    /** A `fetch` that looks at the token answers that pass through it. */
    watchTokens:
      (fetchNow: typeof fetch): typeof fetch =>
      async (input, init) => {
        const answer = await fetchNow(input, init);
        // What is no JSON is told of by who reads it.
        if (answer.ok) {
          const copy = answer.clone();
          token.observe(await copy.json().catch(() => undefined));
        }
        return answer;
      },
    findings: () => sortFindings([page, token, point].flatMap((each) => each.findings())),
  };
}

export type ContractWatch = ReturnType<typeof createContractWatch>;

/** The breaking ones first. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const rank = { breaking: 0, additive: 1, absent: 2 };
  return findings.toSorted((a, b) => rank[a.kind] - rank[b.kind]);
}

/** For people: a line each. */
export function describeFindings(findings: readonly Finding[]): string[] {
  const marks = { breaking: 'BREAKING', additive: 'new', absent: 'not sent' };
  return findings.map(({ kind, path, message }) => `  ${marks[kind]}: ${path}: ${message}`);
}
