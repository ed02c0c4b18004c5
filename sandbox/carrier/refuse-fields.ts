import type * as z from 'zod/mini';
import { findFieldErrors, type FieldCode } from '#platform/check-body.ts';
import { Problem } from '../reply.ts';

/** Collects what is wrong with a request, by dotted paths of its fields. */
export class FieldProblems {
  readonly #codes = new Map<string, Set<FieldCode>>();

  add(path: string, code: FieldCode): this {
    this.#codes.set(path, (this.#codes.get(path) ?? new Set()).add(code));
    return this;
  }

  /** Adds all that a schema says of a value. */
  check(schema: z.ZodMiniType, value: unknown): void {
    for (const { path, codes } of findFieldErrors(schema, value))
      for (const code of codes) this.add(path, code);
  }

  get found(): boolean {
    return this.#codes.size > 0;
  }

  /** The answer 422 with the map of fields. */
  toProblem(detail = 'Some fields are wrong: see errors.'): Problem {
    const errors = Object.fromEntries([...this.#codes].map(([path, codes]) => [path, [...codes]]));
    return new Problem(422, 'Validation failed', detail, {}, errors);
  }
}
