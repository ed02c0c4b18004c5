/** Length of the window in which requests are counted; wrangler.jsonc has the same value. */
export const RATE_WINDOW_SECONDS = 10;

/**
 * Requests that one client may make in a window, by bucket; an exhausted bucket doesn't affect the others. The limits are high,
 * because an office or the customers of a mobile network can share one address. wrangler.jsonc has the same numbers for the edge,
 * which a test compares.
 */
export const RATE_LIMITS = {
  /** A broker's page requests one when it is loaded, then every few minutes: enough for three page loads a second. */
  token: 30,
  /** Once per session. */
  logout: 30,
  /** Once per load of a broker's page: as many as tokens, and as many again without a login. */
  config: 60,
  /** Once when a picker in a shop opens: enough for thirty shoppers a second behind one address. */
  embed: 300,
  /** Reading a list of 62,388 points in pages of 100 takes 624 requests, sent as fast as they are answered. */
  list: 1000,
  /**
   * Once when a picker opens with a value, and once per order by a shop's server. Each takes at most 0.7 ms of CPU time, or 3 ms
   * if the point isn't valid and those nearby are searched for (`npm run soak -- --only points`, 153,600 points): 100 a second
   * take 7 % of a core, or 30 % in an attack.
   */
  point: 1000,
  /**
   * Once per checkout by a shop's page or server: enough for ten a second behind one address. An address takes 6 ms of CPU time
   * (`npm run soak`), the most expensive query 90 ms: ten a second take 6 % of a core, or 90 % in an attack. Requests of other
   * sites' pages count here too, because this route is for shops' pages and no page of ours uses it.
   */
  nearest: 100,
  /**
   * The check of up to a thousand points at once, by shops' servers. Each hundred ids, or the rest, count as one: 5,000 orders, before a
   * night's job has to wait for the next window. An id takes 0.3 ms of CPU time, or 0.7 ms if it is unknown (`npm run soak -- --only
   * points`, 153,600 points): 500 a second take 15 % of a core, or 35 % in an attack.
   */
  batch: 50,
  /**
   * Once a minute for each parcel that is shown, by a shopper's page or a shop's: enough for six hundred behind one address. Each number
   * counts, and one that leads to no parcel ten times (functions/parcels/answer-parcels.ts): ten guesses use it up.
   */
  parcel: 100,
  /** Once per return that a customer creates, and once per reload of its page. */
  return: 30,
  /** One at a time by a person, or a list of parcels as fast as the platform answers. */
  shipment: 100,
  /** Once when a tool that reads it is set up. */
  openapi: 60,
  /** Requests to the other open routes that another site's page makes a browser send; a shop's page checks a point or two. */
  foreign: 100,
  /** Refused by method or guard, or without a route. Counted apart, so that refusals don't use up the client's other buckets. */
  refused: 100,
} as const;

export type RateBucket = keyof typeof RATE_LIMITS;

/**
 * Counts a request, and returns whether it is within the limit.
 * @param cost as how many requests it counts; one unless given
 */
export type Limit = (bucket: RateBucket, client: string, cost?: number) => Promise<boolean>;

/** Clients with a count of their own in one bucket and window; further ones share one count, to limit memory: 150 bytes each. */
const MAX_CLIENTS = 20_000;
const REST = 'everyone else';

/** Counts requests in this process's memory, in fixed windows. */
export function createRequestCounter(now: () => number): Limit {
  const counts = new Map<RateBucket, Map<string, number>>();
  let currentWindow = 0;
  return (bucket, client, cost = 1) => {
    const window = Math.floor(now() / (RATE_WINDOW_SECONDS * 1000));
    if (window !== currentWindow) counts.clear();
    currentWindow = window;
    // One map per bucket: clients that are only refused must not use up the entries of others.
    const clients = counts.get(bucket) ?? new Map<string, number>();
    counts.set(bucket, clients);
    const key = clients.has(client) || clients.size < MAX_CLIENTS ? client : REST;
    const count = (clients.get(key) ?? 0) + cost;
    clients.set(key, count);
    return Promise.resolve(count <= RATE_LIMITS[bucket]);
  };
}
