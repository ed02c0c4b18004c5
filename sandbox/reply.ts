/** An answer before it is written. */
export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A JSON answer. */
export function replyJson(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(value) };
}

/** An HTML page; never stored. */
export function replyHtml(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    body,
  };
}

/** A refusal, thrown anywhere while a request is answered; the host writes it as the sandbox's error shape. */
export class Problem extends Error {
  override name = 'Problem';
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
  }
}

/**
 * The error shape `{type, title, status, detail, requestId}`. docs/platform-api.md (chapter 7) shows none: assumed,
 * after RFC 9457.
 */
export function replyProblem(problem: Problem, requestId: string): Reply {
  const { status, title, detail } = problem;
  return replyJson(status, { type: 'about:blank', title, status, detail, requestId }, problem.headers);
}
