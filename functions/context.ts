import type { Context } from 'hono';
import type { FunctionSettings } from './config.ts';
import type { RenewedSession } from './oauth/session.ts';
import type { RefreshOnce } from './oauth/recent-refreshes.ts';
import type { RecordCall, UpstreamCall } from '#platform/fetch-upstream.ts';
import type { AppToken } from '#platform/app-token.ts';
import type { NetworkSources, PublishedNetwork } from './points/published-network.ts';
import type { ParcelReader } from './parcels/parcel-reader.ts';
import type { RequestOutcome, Outcomes, TokenState } from './http/outcomes.ts';
import type { Limit, RateBucket } from './http/rate-limits.ts';
import type { CreatedReturns } from './returns/created-returns.ts';
import type { StreetsSearch } from './points/search-streets.ts';
import type { FileStore } from './files/store.ts';
import type { Turns } from './http/turns.ts';

/** One request in the log and the metrics. Contains nothing from a query, a body, a cookie or a token. */
export interface LogLine {
  /** Arrival time, ISO 8601. */
  time: string;
  method: string;
  /** The route's pattern, never the requested path; for files their kind (functions/files/find-file.ts). */
  route: string;
  status: number;
  durationMs: number;
  requestId: string;
  /** Calls to the platform, in order of completion. */
  upstream?: readonly UpstreamCall[] | undefined;
  /** Its outcomes, and how often each occurred (functions/http/outcomes.ts). */
  outcome?: Outcomes | undefined;
  error?: string | undefined;
  detail?: string | undefined;
  /**
   * Number of lines of the same route that were omitted since the last one
   * (functions/http/limit-log.ts).
   */
  leftOut?: number | undefined;
}

/** Sessions that were logged out before they expired. */
export interface RevokedSessions {
  /** @param endsAt when the session expires anyway and the entry is no longer needed; seconds since 1970 */
  revoke(sessionId: string, endsAt: number): Promise<void>;
  isRevoked(sessionId: string): Promise<boolean>;
}

/** Dependencies that differ between Node, the edge and tests. */
export interface ServiceDependencies extends NetworkSources {
  fetch: typeof fetch;
  /** Called for each API request that a rate limit lets through, and at most once a second for others and for files that fail. */
  log: (line: LogLine) => void;
  /** Called for every request. */
  count?: ((line: LogLine) => void) | undefined;
  limit?: Limit | undefined;
  /** Store of logouts that several processes share; without it each remembers only its own. */
  revoked?: RevokedSessions;
  /** Store of created returns that several processes share; without it each remembers only its own. */
  returns?: CreatedReturns;
  /** Store of published streets. */
  streets?: FileStore | undefined;
}

/** Shared by all routes. */
export interface Services extends ServiceDependencies {
  settings: FunctionSettings;
  appToken: AppToken;
  trackingToken: AppToken;
  parcels: ParcelReader;
  returnsToken: AppToken;
  returnLabelsToken: AppToken;
  returns: CreatedReturns;
  refreshOnce: RefreshOnce<RenewedSession>;
  revoked: RevokedSessions;
  published: PublishedNetwork;
  streetsSearch: StreetsSearch;
  turns: Turns;
  /** Checks that the application has a token, or can obtain one from the platform. */
  checkToken: (c: ApiContext, services: Services) => Promise<TokenState>;
}

export interface AppEnvironment {
  Bindings: { clientAddress: string };
  Variables: {
    requestId: string;
    route: string;
    isFile: boolean;
    /** Whether a rate limit counted the request and let it through. */
    isCounted: boolean;
    bucket?: RateBucket;
    upstream: UpstreamCall[];
    outcomes?: Outcomes;
    error?: string;
    detail?: string;
  };
}

export type ApiContext = Context<AppEnvironment>;

/** Records a request's calls to the platform for its log line. */
export function recordCalls(c: ApiContext): RecordCall {
  return (call) => void c.get('upstream').push(call);
}

/** Records the outcome of a request, or of each of its parts. */
export function recordOutcomes(c: ApiContext, outcomes: readonly RequestOutcome[]): void {
  const counts: Partial<Record<RequestOutcome, number>> = { ...c.get('outcomes') };
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  c.set('outcomes', counts);
}
