import type * as z from 'zod/mini';
import { AppError, type FieldError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/**
 * Checks a body before it is sent.
 * @returns what is wrong with which field, in the platform's own codes; nothing: it may be sent
 */
export function findFieldErrors(schema: z.ZodMiniType, body: unknown): FieldError[] {
  const result = schema.safeParse(body);
  if (result.success) return [];
  const fields = new Map<string, Set<string>>();
  for (const { path, code } of result.error.issues.flatMap((issue) => describe(issue, body, [])))
    fields.set(path, (fields.get(path) ?? new Set()).add(code));
  return [...fields].map(([path, codes]) => ({ path, codes: [...codes] }));
}

/** @throws AppError `rejected` with `fields`, whose message names them */
export function checkBody(schema: z.ZodMiniType, body: unknown): void {
  const fields = findFieldErrors(schema, body);
  if (fields.length === 0) return;
  const listed = fields.map(({ path, codes }) => `${path}: ${codes.join(', ')}`);
  throw new AppError('rejected', `It was not sent: ${listed.join('; ')}.`, { problems: listed, fields });
}

function describe(issue: Issue, body: unknown, before: PropertyKey[]): { path: string; code: string }[] {
  const path = [...before, ...issue.path];
  if (issue.code === 'invalid_union') {
    // The form that was meant: the one with the fewest faults.
    const [meant] = [...issue.errors].sort((one, other) => one.length - other.length);
    return (meant ?? []).flatMap((inner) => describe(inner, body, path));
  }
  return [{ path: path.join('.') || '(body)', code: codeOf(issue, valueAt(body, path)) }];
}

function codeOf({ code }: Issue, value: unknown): string {
  if (value === undefined || value === null || value === '') return 'required';
  return code === 'too_big' || code === 'too_small' ? code : 'invalid';
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    body,
  );
}
