import type * as z from 'zod/mini';
import { findFieldErrors } from '#platform/check-body.ts';
import type { FieldError } from '#platform/errors.ts';
import type { FieldProblemCode } from './field-problems.ts';

/**
 * Finds errors of a form before its body is sent.
 * @param own the form's own errors by path, which replace those of the schema at or below their path;
 *   false: this check found none
 */
export function findFormErrors(
  schema: z.ZodMiniType,
  body: unknown,
  own: Readonly<Record<string, FieldProblemCode | false>>,
): FieldError[] {
  const ownErrors = Object.entries(own).flatMap(([path, code]) =>
    code === false ? [] : [{ path, codes: [code] }],
  );
  const isReplaced = ({ path }: FieldError) =>
    ownErrors.some((error) => path === error.path || path.startsWith(`${error.path}.`));
  return [...findFieldErrors(schema, body).filter((error) => !isReplaced(error)), ...ownErrors];
}
