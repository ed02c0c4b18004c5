import * as z from 'zod/mini';

/** The routes a fault can be limited to. */
export const FAULT_ROUTES = ['points', 'shipments', 'token', 'authorize', 'images'] as const;
export type FaultRoute = (typeof FAULT_ROUTES)[number];

const when = {
  /** Absent: all five routes. */
  routes: z.optional(z.array(z.enum(FAULT_ROUTES)).check(z.minLength(1))),
  /** Part of the requests that are hit, spread evenly by counting (0.25 = every fourth). Absent: all. */
  share: z.optional(z.number().check(z.gt(0), z.lte(1))),
  /** Stop after so many hits. Absent: never. */
  times: z.optional(z.int().check(z.positive())),
};
const milliseconds = z.number().check(z.minimum(0), z.maximum(600_000));

const fault = <Kind extends string, Members extends z.core.$ZodLooseShape>(kind: Kind, members: Members) =>
  z.strictObject({ kind: z.literal(kind), ...members, ...when });

const faultSchema = z.discriminatedUnion(
  'kind',
  [
    /** Waits before the answer is made. */
    fault('latency', { milliseconds, jitterMilliseconds: z.optional(milliseconds) }),
    /** Another answer instead of the real one: 429, 5xx, 401, an HTML page with 200, an empty 204 … */
    fault('answer', {
      status: z.int().check(z.minimum(200), z.maximum(599)),
      as: z.optional(z.enum(['json', 'html', 'empty'])),
      headers: z.optional(z.record(z.string().check(z.regex(/^[A-Za-z0-9-]+$/)), z.string())),
    }),
    /** 302; without a location it points to /redirected on the API host, where a follower shows in the request log. */
    fault('redirect', { location: z.optional(z.string()) }),
    /** The connection is closed before any byte of an answer. */
    fault('close', {}),
    /** The JSON stops half way. */
    fault('truncate', {}),
    /** X-Request-Id is left out, or is not the caller's. */
    fault('request-id', { mode: z.enum(['missing', 'wrong']) }),
    /** Before a page is made, points at the front of the list come or go, so everything behind moves. */
    fault('drift', {
      mode: z.enum(['insert', 'remove']),
      points: z.optional(z.int().check(z.positive(), z.maximum(1_000))),
    }),
    /** Additive change (docs/platform-api.md, chapter 9): unknown fields everywhere, unknown values of type and locationType. */
    fault('additive', {}),
    /** A field is missing from the answer's top level and from each item; a dot goes one level down. */
    fault('missing-field', { field: z.string().check(z.minLength(1)) }),
    /** No CORS headers, preflight included. */
    fault('no-cors', {}),
    /** Merged into a successful token answer; null removes a member, `asNull` names members whose value becomes null. */
    fault('token-answer', {
      overrides: z.record(z.string(), z.unknown()),
      asNull: z.optional(z.array(z.string())),
    }),
  ],
  'must be a kind of fault the sandbox has (sandbox/README.md), with its settings',
);

export const faultListSchema = z.array(faultSchema);
export type Fault = z.infer<typeof faultSchema>;

interface Armed {
  fault: Fault;
  seen: number;
  hits: number;
}

/** The faults that are switched on, each with its own counter. */
export class FaultBoard {
  #armed: Armed[] = [];

  /** Replaces all faults; counters start anew. */
  replace(faults: Fault[]): void {
    this.#armed = faults.map((fault) => ({ fault, seen: 0, hits: 0 }));
  }

  /** The faults with the number of requests each has seen and hit. */
  show(): Array<Fault & { seen: number; hits: number }> {
    return this.#armed.map(({ fault, seen, hits }) => ({ ...fault, seen, hits }));
  }

  /** Counts one request on a route and answers the faults that hit it. A preflight meets only `no-cors`. */
  draw(route: FaultRoute, preflight: boolean): Fault[] {
    return this.#armed.filter((armed) => this.#hits(armed, route, preflight)).map(({ fault }) => fault);
  }

  #hits(armed: Armed, route: FaultRoute, preflight: boolean): boolean {
    const { fault } = armed;
    if (fault.routes && !fault.routes.includes(route)) return false;
    if (preflight && fault.kind !== 'no-cors') return false;
    if (fault.times !== undefined && armed.hits >= fault.times) return false;
    armed.seen += 1;
    const share = fault.share ?? 1;
    // Every k-th request, never by chance: a test can tell which one is hit. The small sum takes the rounding out.
    const hit = Math.floor(armed.seen * share + 1e-9) > Math.floor((armed.seen - 1) * share + 1e-9);
    if (hit) armed.hits += 1;
    return hit;
  }
}
