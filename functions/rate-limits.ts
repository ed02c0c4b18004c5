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
