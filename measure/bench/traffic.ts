import type { CDPSession } from '@playwright/test';
import type { Exchange } from './link.ts';

/** The traffic up to a moment. */
export interface Traffic {
  requests: number;
  /** Bytes transferred, including response headers. */
  bytes: number;
  exchanges: Exchange[];
}

interface Recorded {
  sentSeconds: number;
  endedSeconds: number;
}

/** Records a page's traffic from its first request on, with the browser's own times. */
export function recordTraffic(session: CDPSession) {
  const requests = new Map<string, Recorded>();
  const received: { atSeconds: number; bytes: number }[] = [];
  /** Difference between wall clock and the browser's clock, seconds. */
  let toWall: number | null = null;

  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    if (!request.url.startsWith('http')) return;
    toWall ??= wallTime - timestamp;
    requests.set(requestId, { sentSeconds: timestamp, endedSeconds: Infinity });
  });
  session.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    // Responses from the cache aren't traffic.
    if (response.fromDiskCache === true) requests.delete(requestId);
    received.push({ atSeconds: timestamp, bytes: response.encodedDataLength });
  });
  session.on('Network.dataReceived', ({ timestamp, encodedDataLength }) => {
    received.push({ atSeconds: timestamp, bytes: encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp }) => finish(requestId, timestamp));
  session.on('Network.loadingFailed', ({ requestId, timestamp }) => finish(requestId, timestamp));

  function finish(requestId: string, timestamp: number): void {
    const request = requests.get(requestId);
    if (request !== undefined) request.endedSeconds = timestamp;
  }

  return {
    /**
     * @param momentMs milliseconds since 1970, as `performance.timeOrigin + performance.now()`
     * @param sinceMs earlier traffic isn't counted
     */
    until(momentMs: number, sinceMs = 0): Traffic {
      const untilSeconds = momentMs / 1000 - (toWall ?? 0);
      const sinceSeconds = sinceMs / 1000 - (toWall ?? 0);
      const sent = [...requests.values()].filter(
        ({ sentSeconds }) => sentSeconds >= sinceSeconds && sentSeconds <= untilSeconds,
      );
      return {
        requests: sent.length,
        bytes: received.reduce(
          (sum, { atSeconds, bytes }) =>
            sum + (atSeconds >= sinceSeconds && atSeconds <= untilSeconds ? bytes : 0),
          0,
        ),
        exchanges: sent
          .filter(({ endedSeconds }) => endedSeconds <= untilSeconds)
          .map(({ sentSeconds, endedSeconds }) => ({
            startMs: sentSeconds * 1000,
            endMs: endedSeconds * 1000,
          })),
      };
    },
  };
}
