import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { readBody } from '../platform-client/read-body.ts';
import { RefusedError, refuse } from './refusal.ts';

const CLIENT_CLOSED_REQUEST = 499 as ContentfulStatusCode;

/**
 * Reads a request's body as text.
 * @throws RefusedError 415 for another media type, 413 for too many bytes, 499 when it breaks off, 400 for bytes that aren't UTF-8
 */
export async function readRequestText(
  request: Request,
  mediaType: string,
  maxBytes: number,
): Promise<string> {
  const sentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (sentType !== mediaType) throw refuse(415, 'invalid_request', `The body must be ${mediaType}.`);
  const bytes = await readBody(request.body, maxBytes).catch((cause: unknown) => {
    // Nobody reads the answer; the log is to say that it was no fault of ours. nginx's number: there is none of the standard's.
    throw new RefusedError({
      status: CLIENT_CLOSED_REQUEST,
      error: 'client_closed_request',
      detail: cause instanceof Error ? cause.name : 'the body broke off',
    });
  });
  if (bytes === null) throw refuse(413, 'invalid_request', `The body may have ${maxBytes} bytes at most.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refuse(400, 'invalid_request', 'The body is not UTF-8 text.');
  }
}
