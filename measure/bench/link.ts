/** The simulated link of the cold part: a phone on a slow mobile network. */
export const LINK = {
  downBitsPerSecond: 1_600_000,
  upBitsPerSecond: 750_000,
  latencyMs: 150,
} as const;

/** When a request was sent, and when its last byte arrived (or the measurement ended), both in milliseconds. */
export interface Exchange {
  startMs: number;
  endMs: number;
}

/**
 * Returns the length of the longest chain of requests that don't overlap. Each costs a round trip, which only fewer dependent
 * requests can save, not faster code.
 */
export function countRoundTrips(exchanges: readonly Exchange[]): number {
  let trips = 0;
  let freeFromMs = -Infinity;
  for (const { startMs, endMs } of [...exchanges].sort((a, b) => a.endMs - b.endMs)) {
    if (startMs < freeFromMs) continue;
    trips++;
    freeFromMs = endMs;
  }
  return trips;
}

/** Returns the time that the link alone takes, in milliseconds: sequential round trips, and the transfer. */
export function linkLimitMs(roundTrips: number, bytes: number): { latencyMs: number; transferMs: number } {
  return {
    latencyMs: roundTrips * LINK.latencyMs,
    transferMs: (bytes * 8 * 1000) / LINK.downBitsPerSecond,
  };
}
