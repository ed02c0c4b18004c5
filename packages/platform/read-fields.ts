import type { FieldError } from './errors.ts';
import { isJsonObject } from './json-text.ts';
import { parseJson } from './read-answer.ts';

const FIELD_STATUSES = [400, 422];
const MAX_FIELDS = 200;
const PATH = /^[\w.[\]-]{1,200}$/;
const CODE = /^[\w.-]{1,60}$/;

/**
 * Reads the invalid fields of a refused body: `errors` maps each field's path to its codes, a list or a
 * single text. The status is 422 in 4 sources and 400 in one. Everything else in the answer is dropped,
 * because it may quote what was sent.
 */
export async function readFields(response: Response): Promise<FieldError[]> {
  if (!FIELD_STATUSES.includes(response.status)) return [];
  const body = (await parseJson(response).catch(() => null)) as { errors?: unknown } | null;
  const errors = body?.errors;
  if (!isJsonObject(errors)) return [];
  return Object.entries(errors)
    .slice(0, MAX_FIELDS)
    .flatMap(([path, value]) => {
      const codes = [value]
        .flat()
        .filter((code): code is string => typeof code === 'string' && CODE.test(code));
      return PATH.test(path) ? [{ path, codes }] : [];
    });
}
