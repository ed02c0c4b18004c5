import type { Context } from 'hono';
import type { Settings } from './config.ts';
import type { RenewedSession } from './oauth/session.ts';
import type { RefreshOnce } from './oauth/recent-refreshes.ts';
import type { NoteCall, UpstreamCall } from '../platform-client/fetch-upstream.ts';
import type { AppToken } from '../platform-client/app-token.ts';
import type { NetworkSources, PublishedNetwork } from './points/published-network.ts';
import type { Limit } from './rate-limits.ts';
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

/** Sessions that were logged out before their end. */
export interface RevokedSessions {
  /** @param endsAt seconds since 1970; from then on nobody asks */
  revoke(sessionId: string, endsAt: number): Promise<void>;
  isRevoked(sessionId: string): Promise<boolean>;
}

/** What differs between Node, the edge and a test. */
export interface Dependencies extends NetworkSources {
  fetch: typeof fetch;
  /** Told of the API's requests, and of those for files that failed. */
  log: (line: LogLine) => void;
  /** Told of every request. */
  count?: (line: LogLine) => void;
  limit?: Limit;
  /** Where logouts are kept; without it a copy of a session's cookie is good until the session's end. */
  revoked?: RevokedSessions;
  /** Where streets are published; none where the settings name an address for them. */
  streets?: StreetsStore;
}

/** What is known of the application's token. That the platform can't be reached at the moment says nothing against it. */
export type TokenState = 'ok' | 'wrong' | 'unreachable';

/** What every route is given. */
export interface Tools extends Dependencies {
  settings: Settings;
  appToken: AppToken;
  refreshOnce: RefreshOnce<RenewedSession>;
  published: PublishedNetwork;
  /** Whether the application's token can be had. Asks the platform for one where none is kept. */
  checkToken: (c: ApiContext, tools: Tools) => Promise<TokenState>;
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
