import * as z from 'zod/mini';

/** Routes that a fault can be limited to. */
export const FAULT_ROUTES = [
  'points',
  'shipments',
  'tracking',
  'returns',
  'pickups',
  'token',
  'authorize',
  'images',
] as const;
export type FaultRoute = (typeof FAULT_ROUTES)[number];

const when = {
  /** Default: all. */
  routes: z.optional(z.array(z.enum(FAULT_ROUTES)).check(z.minLength(1))),
  /** Share of the requests that it hits, at regular intervals (0.25 = every fourth). Default: all. */
  share: z.optional(z.number().check(z.gt(0), z.lte(1))),
  /** Maximum number of hits. Default: unlimited. */
  times: z.optional(z.int().check(z.positive())),
};
const milliseconds = z.number().check(z.minimum(0), z.maximum(600_000));

const fault = <Kind extends string, Members extends z.core.$ZodLooseShape>(kind: Kind, members: Members) =>
  z.strictObject({ kind: z.literal(kind), ...members, ...when });

const faultSchema = z.discriminatedUnion(
  'kind',
  [
    /** Delays the response. */
    fault('latency', { milliseconds, jitterMilliseconds: z.optional(milliseconds) }),
    /** Replaces the response: 429, 5xx, 401, an HTML page with 200, an empty 204 … */
    fault('answer', {
      status: z.int().check(z.minimum(200), z.maximum(599)),
      as: z.optional(z.enum(['json', 'html', 'empty'])),
      headers: z.optional(z.record(z.string().check(z.regex(/^[A-Za-z0-9-]+$/)), z.string())),
    }),
    /** 302. Default location: /redirected on the API host, so that the request log shows clients that follow it. */
    fault('redirect', { location: z.optional(z.string()) }),
    /** Closes the connection without a response. With ids, closes these points instead: not listed, and refused by shipments. */
    fault('close', { ids: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(1_000))) }),
    /** Cuts JSON bodies and labels in half. */
    fault('truncate', {}),
    /** Omits X-Request-Id, or sends a different one than the request's. */
    fault('request-id', { mode: z.enum(['missing', 'wrong']) }),
    /** Inserts or removes points at the front of the list before each page, so that all others change their position. */
    fault('drift', {
      mode: z.enum(['insert', 'remove']),
      points: z.optional(z.int().check(z.positive(), z.maximum(1_000))),
    }),
    /** Additive change (docs/platform-api.md, chapter 9): unknown fields, and unknown values of type and locationType. */
    fault('additive', {}),
    /** Drops a field from the body's top level and from each item. `a.b` names the field b of a. */
    fault('missing-field', { field: z.string().check(z.minLength(1)) }),
    /** Omits CORS headers, for preflight requests too. */
    fault('no-cors', {}),
    /** Merges `overrides` into successful JSON responses; null removes a member. Members named by `asNull` are set to null. */
    fault('token-answer', {
      overrides: z.record(z.string(), z.unknown()),
      asNull: z.optional(z.array(z.string())),
    }),
  ],
  'must be one of the kinds of faults (sandbox/README.md), with its settings',
);

export const faultListSchema = z.array(faultSchema);
export type Fault = z.infer<typeof faultSchema>;

/** The active faults, each with its counters. */
export class FaultBoard {
  #armed: { fault: Fault; seen: number; hits: number }[] = [];

  /** Replaces all faults and resets the counters. */
  replace(faults: Fault[]): void {
    this.#armed = faults.map((fault) => ({ fault, seen: 0, hits: 0 }));
  }

  /** Lists the faults, each with the numbers of requests that it matched (`seen`) and hit. */
  show(): Array<Fault & { seen: number; hits: number }> {
    return this.#armed.map(({ fault, seen, hits }) => ({ ...fault, seen, hits }));
  }

  /** Counts a request on a route and returns the faults that hit it. Only `no-cors` applies to preflight requests. */
  draw(route: FaultRoute, preflight: boolean): Fault[] {
    const drawn = this.#armed.filter((armed) => {
      const { fault } = armed;
      if (fault.routes && !fault.routes.includes(route)) return false;
      if (preflight && fault.kind !== 'no-cors') return false;
      if (fault.times !== undefined && armed.hits >= fault.times) return false;
      armed.seen += 1;
      const share = fault.share ?? 1;
      // Choose hits deterministically, so that tests know them. The small constant compensates for rounding errors.
      const hit = Math.floor(armed.seen * share + 1e-9) > Math.floor((armed.seen - 1) * share + 1e-9);
      if (hit) armed.hits += 1;
      return hit;
    });
    return drawn.map(({ fault }) => fault);
  }
}

/** Lists the points that faults close. */
export const listClosedIds = (faults: readonly Fault[]): string[] =>
  faults.flatMap((fault) => (fault.kind === 'close' ? (fault.ids ?? []) : []));
