import * as z from 'zod/mini';
import type { FieldError } from '#platform/errors.ts';
import type { AnswerReading } from '#platform/read-answer.ts';
import { publicReturnSchema, type PublicReturn } from '#contract/public-return.ts';
import { callFunction } from '#contract/call-function.ts';

/** The person whom the carrier contacts. */
export interface Sender {
  email: string;
  /** E.164. */
  phone: string;
}

/**
 * Requests the return of a link from the function, which creates one per link, however often it is
 * called.
 * @param sender null to read the return without creating it
 * @throws AppError; `scope_missing` if returns can't be created on this Droppoint
 */
export const requestReturn = (
  link: string,
  sender: Sender | null,
  signal: AbortSignal,
): Promise<PublicReturn> =>
  post('/api/returns', sender === null ? { link } : { link, sender }, signal, {
    schema: publicReturnSchema,
    readFields,
  });

/** Fetches the label of a created return. @throws AppError; `not_found` if it has none */
export const fetchLabel = (link: string, signal: AbortSignal): Promise<Blob> =>
  post('/api/returns/label', { link }, signal, {
    schema: z.custom<Blob>((value) => value instanceof Blob),
    parse: (response) => response.blob(),
  });

function post<Answer>(path: string, body: object, signal: AbortSignal, reading: AnswerReading<Answer>) {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'droppoint' };
  const request = (signal: AbortSignal) =>
    fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
  const unavailableCodes = ['returns_not_set_up', 'returns_not_granted'];
  // Longer than the function waits for a return that another tab is creating.
  return callFunction({ request, reading, unavailableCodes, timeoutMs: 30_000 }, signal);
}

/** Reads which fields of the sender the platform refused, from the function's message. */
async function readFields(response: Response): Promise<FieldError[]> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: unknown };
  return [...String(message).matchAll(/\b(sender\.\w+) \((\w+)/g)].map(([, path, code]) => ({
    path: path!,
    codes: [code!],
  }));
}
