import type { FaultRoute } from './faults.ts';

export type HostName = 'api' | 'token' | 'login';
export type RouteName = FaultRoute | 'login-pages' | 'preflight' | 'other';

/** One request as the log keeps it: names of headers and parameters, never their values. */
export interface LoggedRequest {
  at: string;
  host: HostName;
  route: RouteName;
  method: string;
  path: string;
  queryNames: string[];
  /** null where the connection was closed without an answer. */
  status: number | null;
  requestId: string;
  headerNames: string[];
  hadCookie: boolean;
  hadAuthorization: boolean;
}

const KEPT = 200;

/** Counts of all requests and the last 200, so that a test can see what reached the platform. */
export class RequestLog {
  #counts = new Map<string, number>();
  #recent: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    const key = `${entry.host} ${entry.route}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#recent.push(entry);
    if (this.#recent.length > KEPT) this.#recent.shift();
  }

  clear(): void {
    this.#counts.clear();
    this.#recent = [];
  }

  /** `counts` has keys such as "api points", "token token", "login authorize"; `recent` is oldest first. */
  show(): { total: number; counts: Record<string, number>; recent: LoggedRequest[] } {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return { total, counts: Object.fromEntries(this.#counts), recent: this.#recent };
  }
}
