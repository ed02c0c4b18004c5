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
  /** Once when a picker in a shop, or `/choose`, opens: enough for thirty shoppers a second behind one address. */
  embed: 300,
  /**
   * CPU time that a client may use, in units of 5 ms, for any of the questions in `COSTS`. An
   * attacking client takes 2 s of every ten, a fifth of a core, in slices between which others are
   * answered (functions/http/turns.ts). Enough for 33 addresses, 400 checks of a point, 4,000 in a
   * batch, or 40,000 points of the list, which a page without a published network reads: for a list
   * of 62,388 it waits once for the next window. Requests of other sites' pages for the nearest
   * points count here too, because this route is for shops' pages and no page of ours uses it.
   */
  compute: 400,
  /** Reads of a logged-in broker through the relay. */
  list: 1000,
  /**
   * Once a minute for each parcel that is shown, by a shopper's page or a shop's: enough for six
   * hundred behind one address. Each number counts once, or ten times if it leads to no parcel
   * (functions/parcels/answer-parcels.ts): ten guesses use up the limit. Numbers count in `compute`
   * too, but misses only here, so that mistyped numbers don't block other questions from the same
   * address.
   */
  parcel: 100,
  /** Once per return that a customer creates, and once per reload of its page. */
  return: 30,
  /** Once when a shop's link is opened, and once per choice of a point. */
  choice: 30,
  /** One at a time by a person, or a list of parcels as fast as the platform answers. */
  shipment: 100,
  /** Once when a tool that reads it is set up. */
  openapi: 60,
  /** Requests to the other open routes that another site's page makes a browser send; a shop's page checks a point or two. */
  foreign: 100,
  /**
   * Refused by method or guard, or without a route. Counted separately, so that refusals don't use
   * up the client's other buckets.
   */
  refused: 100,
} as const;

export type RateBucket = keyof typeof RATE_LIMITS;

/**
 * Cost of each kind of question in the budget `compute`: the CPU time of the most expensive one
 * found, in units of 5 ms, rounded (153,600 points with streets, Node 20 on a core of a busy
 * machine). Typical ones take a tenth to a half of that.
 */
export const COSTS = {
  /** 2 ms, or 7 ms if it isn't valid and those nearby are searched for. */
  point: 1,
  /** Around a position: 5 ms, or 16 ms with rules and texts. */
  nearPosition: 3,
  /** Around a place in words: a city 5 ms, an address 22 ms, a misspelt one with rules and texts 60 ms. */
  nearWords: 12,
  /** Up to a hundred ids of a batch: 3 ms, or 49 ms if all are unknown. */
  hundredIds: 10,
  /** Up to a hundred items of a page of the list: 6 ms. */
  hundredItems: 1,
  /** A parcel's number: 1 ms if its answer is cached, else 3 ms. */
  parcel: 1,
} as const;

/**
 * Counts a request, and returns whether it is within the limit.
 * @param cost how many requests it counts as; default 1
 */
export type Limit = (bucket: RateBucket, client: string, cost?: number) => Promise<boolean>;

/**
 * Clients counted separately in one bucket and window, at 150 bytes each; further ones share one
 * count, to limit memory.
 */
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
