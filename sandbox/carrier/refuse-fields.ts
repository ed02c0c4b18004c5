import type * as z from 'zod/mini';
import { Problem } from '../reply.ts';

/** What is wrong with a field: the codes that are known of the platform (docs/platform-api.md, chapter 7). */
export type FieldCode = 'required' | 'invalid' | 'too_big' | 'too_small' | 'not_found' | 'unknown';

/** Fields that tell the forms of a union apart: a destination with `pointId` is meant to be a point. */
const TELLING = ['pointId', 'shippingMethod'];

/** Collects what is wrong with a request, by dotted paths of its fields. */
export class FieldProblems {
  readonly #codes = new Map<string, Set<FieldCode>>();

  add(path: string, code: FieldCode): void {
    this.#codes.set(path, (this.#codes.get(path) ?? new Set()).add(code));
  }

  /** Adds all that a schema says of a value. */
  check(schema: z.ZodMiniType, value: unknown): void {
    for (const issue of schema.safeParse(value).error?.issues ?? []) this.#addIssue(issue, value, []);
  }

  get found(): boolean {
    return this.#codes.size > 0;
  }

  /** The answer 422 with the map of fields. */
  toProblem(detail = 'Some fields are wrong: see errors.'): Problem {
    const errors = Object.fromEntries([...this.#codes].map(([path, codes]) => [path, [...codes]]));
    return new Problem(422, 'Validation failed', detail, {}, errors);
  }

  #addIssue(issue: z.core.$ZodIssue, root: unknown, above: PropertyKey[]): void {
    const path = [...above, ...issue.path];
    const value = path.reduce<unknown>(
      (inner, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key],
      root,
    );
    if (issue.code === 'invalid_union' && typeof value === 'object' && value !== null) {
      const meant = chooseBranch(issue.errors, value);
      for (const inner of meant) this.#addIssue(inner, root, path);
      if (meant.length > 0) return;
    }
    this.add(path.map(String).join('.'), codeOf(issue, value));
  }
}

/** What the form says that a value is meant to have: that of the fields that it has, and then the one that misses least. */
function chooseBranch(branches: readonly z.core.$ZodIssue[][], value: object): readonly z.core.$ZodIssue[] {
  const missing = (issues: readonly z.core.$ZodIssue[]) =>
    issues.filter(({ path }) => path.length === 1 && !((path[0] as string) in value));
  const possible = branches.filter(
    (issues) => !missing(issues).some(({ path }) => TELLING.includes(path[0] as string)),
  );
  return [...possible].sort((a, b) => missing(a).length - missing(b).length)[0] ?? [];
}

function codeOf({ code }: z.core.$ZodIssue, value: unknown): FieldCode {
  if (value === undefined || value === null) return 'required';
  return code === 'too_big' || code === 'too_small' ? code : 'invalid';
}
