/** Requests are counted over windows of this length; wrangler.jsonc says the same. */
export const RATE_WINDOW_SECONDS = 10;

/**
 * Requests that one client may make in a window, by what it asks for: a bucket that is empty keeps nobody from anything else. Roomy,
 * since a whole office, or the customers of a phone network, can share an address. The edge has the same numbers in wrangler.jsonc,
 * which a test compares.
 */
export const RATE_LIMITS = {
  /** A broker's page asks once when it is loaded, then every few minutes: three reloads a second. */
  token: 30,
  /** Once a session, and only who has a token logs out. */
  logout: 30,
  /** Once when a broker's page is loaded: as the token, and as often again by who isn't logged in. */
  config: 60,
  /** Once when a picker in a shop is opened: thirty shoppers a second behind one address. */
  embed: 300,
  /** A walk over 62,388 points in pages of 100 is 624 requests, as fast as they are answered. */
  list: 1000,
  /** Once when a picker opens with a value, and a shop's server once an order; at 0.7 ms of processor at most (`npm run soak`), 100 a second take 7 % of a core. */
  point: 1000,
  /**
   * A shop's page or server asks once a checkout: ten a second behind one address. At 6 ms of processor for an address (`npm run soak`), and
   * 90 for the dearest, who sends that many takes 6 % of a core, and an attacker nearly one. Pages of other sites count here as well: none
   * of our own asks, and a shop's page is who it is for.
   */
  nearest: 100,
  /** A person sends them one by one; a list of parcels, as fast as the platform answers. */
  shipment: 100,
  /** Tools that read it do so once when they are set up. */
  openapi: 60,
  /** What else is open to all, asked by a page of another site, which can make any visitor's browser ask: a shop's page checks a point or two. */
  foreign: 100,
  /** Refused for its method or by a guard. Nobody needs any, and no refusal may spend what the same client needs elsewhere. */
  refused: 100,
} as const;

export type RateBucket = keyof typeof RATE_LIMITS;

/** Whether one more request of this client is fine. */
export type Limit = (bucket: RateBucket, client: string) => Promise<boolean>;

/** Clients counted apart in one bucket and window; whoever comes after shares one count, so that memory stays bounded. */
const MAX_CLIENTS = 20_000;
const REST = 'everyone else';

/** Counts requests in this process's memory, over fixed windows of time. */
export function createRequestCounter(now: () => number): Limit {
  const counts = new Map<RateBucket, Map<string, number>>();
  let currentWindow = 0;
  return (bucket, client) => {
    const window = Math.floor(now() / (RATE_WINDOW_SECONDS * 1000));
    if (window !== currentWindow) counts.clear();
    currentWindow = window;
    // Apart: clients that only come to be refused must not take the room of others.
    const clients = counts.get(bucket) ?? new Map<string, number>();
    counts.set(bucket, clients);
    const key = clients.has(client) || clients.size < MAX_CLIENTS ? client : REST;
    const count = (clients.get(key) ?? 0) + 1;
    clients.set(key, count);
    return Promise.resolve(count <= RATE_LIMITS[bucket]);
  };
}

/** An IPv4 address, also as a socket for both kinds names it; some proxies write a port behind it. */
const IPV4 = /^(?:::ffff:)?(\d{1,3}(?:\.\d{1,3}){3})(?::\d{1,5})?$/i;
const IPV6 = /^[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}$/i;
const GROUPS = 8;
/** What a customer doesn't choose of an IPv6 address: 64 of its bits (RFC 4291 §2.5.4). */
const NETWORK_GROUPS = 4;

/**
 * What a client's requests and connections are counted by: its IPv4 address, or the network of its IPv6 address, since whoever has
 * one has 2^64 of them.
 * @param address as a socket or a proxy names it; what is neither counts as it stands
 */
export function readClientNetwork(address: string): string {
  const ipv4 = IPV4.exec(address)?.[1];
  if (ipv4 !== undefined) return ipv4;
  const bare = address.replace(/^\[([^\]]*)\].*$/, '$1').replace(/%.*$/, '');
  if (!IPV6.test(bare)) return address;
  const [first = [], last = []] = bare
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = new Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
