/** A response to be written. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** A JSON response. */
export function replyJson(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** An HTML page with `no-store`. */
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
    /** What is wrong with fields of the request, by their dotted paths. */
    readonly errors?: Record<string, string[]>,
  ) {
    super(detail);
  }
}

/**
 * Error response `{type, title, status, detail, requestId}`, with `errors` if fields are wrong. docs/platform-api.md (chapter 7)
 * doesn't show a shape: this one, after RFC 9457, is assumed.
 */
export function replyProblem(problem: Problem, requestId: string): Reply {
  const { status, title, detail, errors } = problem;
  return replyJson(
    status,
    { type: 'about:blank', title, status, detail, requestId, errors },
    problem.headers,
  );
}
