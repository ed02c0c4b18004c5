import type { FaultRoute } from './faults.ts';

export type HostName = 'api' | 'token' | 'login';
export type RouteName = FaultRoute | 'login-pages' | 'preflight' | 'other';

/** A logged request: names of headers and parameters, never their values. */
export interface LoggedRequest {
  at: string;
  host: HostName;
  route: RouteName;
  method: string;
  path: string;
  queryNames: string[];
  /** null if there was no response: it is pending, or the connection was closed. */
  status: number | null;
  requestId: string;
  headerNames: string[];
  hadCookie: boolean;
  hadAuthorization: boolean;
}

const MAX_REQUESTS = 200;

/** Counts all requests and records the last 200, for tests. */
export class RequestLog {
  #counts = new Map<string, number>();
  #recent: LoggedRequest[] = [];

  add(entry: LoggedRequest): void {
    const key = `${entry.host} ${entry.route}`;
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#recent.push(entry);
    if (this.#recent.length > MAX_REQUESTS) this.#recent.shift();
  }

  clear(): void {
    this.#counts.clear();
    this.#recent = [];
  }

  /** Keys of `counts` are host and route, such as "api points" or "login authorize"; `recent` starts with the oldest. */
  show(): { total: number; counts: Record<string, number>; recent: LoggedRequest[] } {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return { total, counts: Object.fromEntries(this.#counts), recent: this.#recent };
  }
}
