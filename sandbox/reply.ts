/** A response to be written. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** Creates a JSON response. */
export function replyJson(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** Creates an HTML response with `no-store`. */
export function replyHtml(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    body,
  };
}

/** An error response, thrown by handlers; the host writes it in the shape of `replyProblem`. */
export class Problem extends Error {
  override name = 'Problem';
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
    /** Error codes of the request's invalid fields, by their dotted paths. */
    readonly errors?: Record<string, string[]>,
  ) {
    super(detail);
  }
}

/**
 * Creates an error response `{type, title, status, detail, requestId}`, with `errors` if fields are invalid. We assume this shape,
 * after RFC 9457: docs/platform-api.md (chapter 7) doesn't show one.
 */
export function replyProblem(problem: Problem, requestId: string): Reply {
  const { status, title, detail, errors } = problem;
  return replyJson(
    status,
    { type: 'about:blank', title, status, detail, requestId, errors },
    problem.headers,
  );
}
