import type { Context } from 'hono';
import type { CheckToken } from './answer-ready.ts';
import type { Settings } from './config.ts';
import type { RenewedSession } from './oauth/answer-token.ts';
import type { RefreshOnce } from './oauth/recent-refreshes.ts';
import type { NoteCall, UpstreamCall } from '../platform-client/fetch-upstream.ts';
import type { AppToken } from '../platform-client/app-token.ts';
import type { PublishedNetwork } from './points/published-network.ts';
import type { RateBucket } from './rate-limits.ts';
import type { StreetsStore } from './streets/store.ts';

/** One request, as the log and the figures tell of it. Nothing in it comes from a query, a body, a cookie or a token. */
export interface LogLine {
  /** When it came, ISO 8601. */
  time: string;
  method: string;
  /** The route's pattern, never the address asked for; of what is no route, the kind of file (functions/pages/find-file.ts). */
  route: string;
  status: number;
  durationMs: number;
  requestId: string;
  /** Calls to the platform, in the order in which they ended. */
  upstream?: readonly UpstreamCall[];
  error?: string;
  detail?: string;
}

/** Whether one more request of this client is fine. */
export type Limit = (bucket: RateBucket, client: string) => Promise<boolean>;

/** Sessions that were logged out before their end. */
export interface RevokedSessions {
  /** @param endsAt seconds since 1970; from then on nobody asks */
  revoke(sessionId: string, endsAt: number): Promise<void>;
  isRevoked(sessionId: string): Promise<boolean>;
}

/** What differs between Node, the edge and a test. */
export interface Dependencies {
  fetch: typeof fetch;
  now: () => number;
  /** Told of the API's requests, and of those for files that failed. */
  log: (line: LogLine) => void;
  /** Told of every request. */
  count?: (line: LogLine) => void;
  limit?: Limit;
  /** Where logouts are kept; without it a copy of a session's cookie is good until the session's end. */
  revoked?: RevokedSessions;
  /** Serves the static pages, with headers that can be added to. */
  servePage?: (request: Request) => Response | Promise<Response>;
  /**
   * Reads files of the published network where one request may wait for what another began, and may keep more of them than an isolate;
   * elsewhere `servePage` is asked.
   */
  readPublished?: {
    /** @returns null when there is no such file */
    read: (name: string) => Promise<Uint8Array<ArrayBuffer> | null>;
    keptBytes: number;
    /** Of each table of names. */
    keptPages: number;
  };
  /** Where streets are published; none where the settings name an address for them. */
  streets?: StreetsStore;
}

/** What every route is given. */
export interface Tools extends Dependencies {
  settings: Settings;
  appToken: AppToken;
  refreshOnce: RefreshOnce<RenewedSession>;
  published: PublishedNetwork;
  checkToken: CheckToken;
}

export interface AppEnvironment {
  Bindings: { clientAddress: string };
  Variables: {
    requestId: string;
    route: string;
    isFile: boolean;
    upstream: UpstreamCall[];
    error?: string;
    detail?: string;
  };
}

export type ApiContext = Context<AppEnvironment>;

/** Notes a request's calls to the platform for its line of the log. */
export function noteCalls(c: ApiContext): NoteCall {
  return (call) => void c.get('upstream').push(call);
}
