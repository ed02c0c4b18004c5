import type * as z from 'zod/mini';
import { findFieldErrors, type FieldCode } from '#platform/check-body.ts';
import { Problem } from '../reply.ts';

/** Collects the problems of a request, by dotted paths of its fields. */
export class RefusedFields {
  readonly #codes = new Map<string, Set<FieldCode>>();

  add(path: string, code: FieldCode): this {
    this.#codes.set(path, (this.#codes.get(path) ?? new Set()).add(code));
    return this;
  }

  /** Adds all errors that a schema finds in a value. */
  check(schema: z.ZodMiniType, value: unknown): void {
    for (const { path, codes } of findFieldErrors(schema, value))
      for (const code of codes) this.add(path, code);
  }

  get found(): boolean {
    return this.#codes.size > 0;
  }

  /** Creates the 422 answer with the map of fields. */
  toProblem(detail = 'Some fields are invalid: see errors.'): Problem {
    const errors = Object.fromEntries([...this.#codes].map(([path, codes]) => [path, [...codes]]));
    return new Problem(422, 'Validation failed', detail, {}, errors);
  }
}
