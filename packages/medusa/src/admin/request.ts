// The admin's build replaces these.
declare const __BACKEND_URL__: string | undefined;
declare const __AUTH_TYPE__: string | undefined;

/** Where Medusa's own client stores its token, if the shop's admin logs in with one instead of a session. */
const TOKEN_KEY = 'medusa_auth_token';

/** A refused request. The message is for the shop's staff. */
export class RequestError extends Error {
  override readonly name = 'RequestError';

  /** @param details the answer: for a refused point, its `alternatives` */
  constructor(
    message: string,
    readonly details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

/**
 * Sends a request to a route of the admin. Medusa's client would drop all of a refusal but its message.
 * @throws RequestError
 */
export async function send(path: string, method: 'GET' | 'POST' = 'GET', body?: object): Promise<Response> {
  const token = __AUTH_TYPE__ === 'jwt' ? localStorage.getItem(TOKEN_KEY) : null;
  const answer = await fetch(new URL(path, new URL(__BACKEND_URL__ ?? '/', location.origin)), {
    method,
    credentials: 'include',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (answer.ok) return answer;
  const details = (await answer.json().catch(() => ({}))) as Record<string, unknown> & { message?: string };
  throw new RequestError(details.message ?? `The shop answered ${answer.status}.`, details);
}

/** As `send`. @returns the answer's JSON */
export const request = async <Answer>(...words: Parameters<typeof send>): Promise<Answer> =>
  (await send(...words)).json() as Promise<Answer>;
