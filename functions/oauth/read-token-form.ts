import { type Settings, redirectUriOf } from '../config.ts';
import { refuse, RefusedError } from '../refusal.ts';

export type TokenForm =
  | { grantType: 'authorization_code'; code: string; redirectUri: string; codeVerifier: string }
  | { grantType: 'refresh_token' };

/** Every field exactly once, and no other: whatever isn't here never reaches the platform. */
const FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['authorization_code', ['grant_type', 'client_id', 'code', 'redirect_uri', 'code_verifier']],
  ['refresh_token', ['grant_type', 'client_id']],
]);

/** RFC 7636 §4.1. */
const CODE_VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;
/** Visible ASCII (RFC 6749 appendix A.11). */
const CODE = /^[\x20-\x7e]{1,2048}$/;

/**
 * Reads the body of a token request.
 * @throws RefusedError 400 `unsupported_grant_type` or `invalid_request`, naming the field and never its value
 */
export function readTokenForm(body: string, settings: Settings): TokenForm {
  const form = new URLSearchParams(body);
  const fields = FIELDS.get(readOnce(form, 'grant_type'));
  if (fields === undefined) throw refuse(400, 'unsupported_grant_type');
  for (const name of form.keys()) if (!fields.includes(name)) throw invalid('a field that is not taken here');
  if (readOnce(form, 'client_id') !== settings.clientId) throw invalid('client_id');
  if (!fields.includes('code')) return { grantType: 'refresh_token' };

  const redirectUri = readOnce(form, 'redirect_uri');
  const code = readOnce(form, 'code');
  const codeVerifier = readOnce(form, 'code_verifier');
  if (redirectUri !== redirectUriOf(settings)) throw invalid('redirect_uri');
  if (!CODE.test(code)) throw invalid('code');
  if (!CODE_VERIFIER.test(codeVerifier)) throw invalid('code_verifier');
  return { grantType: 'authorization_code', code, redirectUri, codeVerifier };
}

function readOnce(form: URLSearchParams, name: string): string {
  const values = form.getAll(name);
  if (values.length !== 1) throw invalid(name);
  return values[0] ?? '';
}

function invalid(what: string): RefusedError {
  return new RefusedError({ status: 400, error: 'invalid_request', detail: what });
}
