import type * as z from 'zod/mini';
import { readJsonText } from '#platform/json-text.ts';
import type { ApiContext } from '../context.ts';
import { readRequestText } from './guards.ts';
import { refuseRequest } from './refusal.ts';

/**
 * Reads the body of a request from a page.
 * @param fields names of the body's fields, for the message
 * @throws RefusedError 400, naming the first field that is wrong; those of `readRequestText`
 */
export async function readJsonBody<Body>(
  c: ApiContext,
  schema: z.ZodMiniType<Body>,
  fields: string,
  maxBytes: number,
): Promise<Body> {
  const body = readJsonText(await readRequestText(c.req.raw, 'application/json', maxBytes));
  if (body === undefined) throw refuseRequest(`The body must be a JSON object with ${fields}.`);
  const { success, data, error } = schema.safeParse(body);
  if (success) return data;
  throw refuseRequest(`${error.issues[0]?.path.join('.') || 'The body'} is missing, or has another type.`);
}
