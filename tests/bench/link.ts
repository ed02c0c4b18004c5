/** The shaped link of the cold part: a phone on a slow mobile network. */
export const LINK = {
  downBitsPerSecond: 1_600_000,
  upBitsPerSecond: 750_000,
  latencyMs: 150,
} as const;

/** When a request was sent and when its last byte (or the end of the measurement) came, both milliseconds. */
export interface Exchange {
  startMs: number;
  endMs: number;
}

/**
 * How many requests waited for one another: the longest row of requests that don't overlap. Each cost a round trip, so this many
 * round trips no faster code could have saved without asking differently.
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

/** What the link alone takes, in milliseconds: round trips one after the other, and the bytes. */
export function linkLimitMs(roundTrips: number, bytes: number): { latencyMs: number; transferMs: number } {
  return {
    latencyMs: roundTrips * LINK.latencyMs,
    transferMs: (bytes * 8 * 1000) / LINK.downBitsPerSecond,
  };
}
