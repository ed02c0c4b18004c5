import * as z from 'zod/mini';
import type { FieldError } from '#platform/errors.ts';
import type { AnswerReading } from '#platform/read-answer.ts';
import { toldReturnSchema, type ToldReturn } from '../../contract/told-return.ts';
import { askFunction } from '../ask-function.ts';

/** Whom the carrier writes to. */
export interface Sender {
  email: string;
  /** E.164. */
  phone: string;
}

/**
 * Asks the function for the return of a link. It creates one for each link, however often it is asked.
 * @param sender null: nothing is created, only told
 * @throws AppError; `scope_missing` if no returns can be created here
 */
export const askReturn = (link: string, sender: Sender | null, signal: AbortSignal): Promise<ToldReturn> =>
  ask('/api/returns', sender === null ? { link } : { link, sender }, signal, {
    schema: toldReturnSchema,
    readFields,
  });

/** Asks for the label of a return that was created. @throws AppError; `not_found` if it has none */
export const askLabel = (link: string, signal: AbortSignal): Promise<Blob> =>
  ask('/api/returns/label', { link }, signal, {
    schema: z.custom<Blob>((value) => value instanceof Blob),
    parse: (response) => response.blob(),
  });

function ask<Answer>(path: string, body: object, signal: AbortSignal, reading: AnswerReading<Answer>) {
  const headers = { 'content-type': 'application/json', 'x-requested-with': 'droppoint' };
  const request = (signal: AbortSignal) =>
    fetch(path, { method: 'POST', headers, body: JSON.stringify(body), signal });
  const notHere = ['returns_not_set_up', 'returns_not_granted'];
  // Longer than the function waits for a return that another tab is creating.
  return askFunction({ request, reading, notHere, timeoutMs: 30_000 }, signal);
}

/** The fields of a sender that the platform refused: the function's message names them. */
async function readFields(response: Response): Promise<FieldError[]> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: unknown };
  return [...String(message).matchAll(/\b(sender\.\w+) \((\w+)/g)].map(([, path, code]) => ({
    path: path!,
    codes: [code!],
  }));
}
