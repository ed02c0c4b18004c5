import type * as z from 'zod/mini';
import { AppError, type FieldError } from './errors.ts';

type Issue = z.core.$ZodIssue;

/** Problems of a field: the platform's known codes (docs/platform-api.md, chapter 13). */
export type FieldCode = 'required' | 'invalid' | 'too_big' | 'too_small' | 'not_found' | 'unknown';

/**
 * Checks a body before it is sent.
 * @returns each invalid field with the platform's own codes; empty if the body may be sent
 */
export function findFieldErrors(
  schema: z.ZodMiniType,
  body: unknown,
): (FieldError & { codes: readonly FieldCode[] })[] {
  const result = parse(schema, body);
  if (result === null) return [{ path: findOddLength(body) ?? '(body)', codes: ['invalid'] }];
  if (result.success) return [];
  const fields = new Map<string, Set<FieldCode>>();
  for (const { path, code } of result.error.issues.flatMap((issue) => describe(issue, body, [])))
    fields.set(path, (fields.get(path) ?? new Set()).add(code));
  return [...fields].map(([path, codes]) => ({ path, codes: [...codes] }));
}

/** @returns null if zod throws: it compares the `length` of whatever has one, and an object may have one without a primitive value */
function parse(schema: z.ZodMiniType, body: unknown) {
  try {
    return schema.safeParse(body);
  } catch {
    return null;
  }
}

/** Finds the first field whose `length` is an object itself; null if there is none. */
function findOddLength(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('length' in value && typeof value.length === 'object') return path.join('.');
  for (const [name, inner] of Object.entries(value)) {
    const found = findOddLength(inner, [...path, name]);
    if (found !== null) return found;
  }
  return null;
}

/** @throws AppError `rejected` with `fields`, which its message names too */
export function checkBody(schema: z.ZodMiniType, body: unknown): void {
  const fields = findFieldErrors(schema, body);
  if (fields.length === 0) return;
  const listed = fields.map(({ path, codes }) => `${path}: ${codes.join(', ')}`);
  throw new AppError('rejected', `It was not sent: ${listed.join('; ')}.`, { problems: listed, fields });
}

function describe(issue: Issue, body: unknown, before: PropertyKey[]): { path: string; code: FieldCode }[] {
  const path = [...before, ...issue.path];
  const value = valueAt(body, path);
  if (issue.code === 'invalid_union' && typeof value === 'object' && value !== null)
    return chooseVariant(issue.errors, value).flatMap((inner) => describe(inner, body, path));
  return [{ path: path.join('.') || '(body)', code: codeOf(issue, value) }];
}

/**
 * Fields that distinguish the variants of a union: a destination with `pointId` is a point, one without is
 * an address.
 */
const DISTINGUISHING: readonly PropertyKey[] = ['pointId', 'shippingMethod'];

/**
 * The issues of the intended variant: the one whose distinguishing field the value has, then the one that
 * lacks the fewest fields.
 */
function chooseVariant(variants: readonly Issue[][], value: object): Issue[] {
  const missing = (issues: readonly Issue[]) =>
    issues.filter(({ path }) => path.length === 1 && !(path[0]! in value)).map(({ path }) => path[0]!);
  const possible = variants.filter(
    (issues) => !missing(issues).some((name) => DISTINGUISHING.includes(name)),
  );
  return possible.sort((one, other) => missing(one).length - missing(other).length)[0] ?? variants[0]!;
}

function codeOf({ code }: Issue, value: unknown): FieldCode {
  if (value === undefined || value === null || value === '') return 'required';
  return code === 'too_big' || code === 'too_small' ? code : 'invalid';
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    body,
  );
}
