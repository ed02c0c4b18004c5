import type { Context } from 'hono';
import type { Settings } from './config.ts';
import type { RenewedSession } from './oauth/answer-token.ts';
import type { RefreshOnce } from './oauth/recent-refreshes.ts';
import type { AppToken } from '../platform-client/app-token.ts';
import type { PublishedNetwork } from './points/published-network.ts';
import type { RateBucket } from './rate-limits.ts';
import type { StreetsStore } from './streets/store.ts';

/** One line of the log. Nothing in it comes from a query, a body, a cookie or a token. */
export interface LogLine {
  method: string;
  /** The route's pattern, never the address asked for. */
  route: string;
  status: number;
  durationMs: number;
  requestId: string;
  error?: string;
  detail?: string;
}

/** What differs between Node, the edge and a test. */
export interface Dependencies {
  fetch: typeof fetch;
  now: () => number;
  log: (line: LogLine) => void;
  /** Whether one more request of this client is fine. */
  limit?: (bucket: RateBucket, client: string) => Promise<boolean>;
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
}

export interface AppEnvironment {
  Bindings: { clientAddress: string };
  Variables: { requestId: string; route: string; error?: string; detail?: string };
}

export type ApiContext = Context<AppEnvironment>;
