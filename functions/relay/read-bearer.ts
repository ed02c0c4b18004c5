import { refuse } from '../refusal.ts';

/** `Bearer` and a token of RFC 6750 §2.1, of a length that fits any header. */
const BEARER = /^Bearer [A-Za-z0-9._~+/-]{1,16000}=*$/;

/** @throws RefusedError 401 when the header is missing or isn't a bearer token */
export function readBearer(header: string | undefined): string {
  if (header === undefined || !BEARER.test(header)) {
    throw refuse(401, 'invalid_token', 'This call needs a login: send its access token as a bearer token.');
  }
  return header;
}
