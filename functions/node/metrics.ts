import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LogLine } from '../context.ts';
import { listen } from './listen.ts';
import { readAges, type Manifests } from './read-ages.ts';

/** Half of what people notice, and the time limit of a call to the platform. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Metrics {
  count(line: LogLine): void;
  noteRedis(state: 'there' | 'gone'): void;
  /** @throws AppError `settings_invalid` with the remedy when the port can't be had */
  serve(port: number, host: string | undefined): Promise<{ close(): void }>;
}

/** Figures of this process for Prometheus. Labels are routes, codes and configured hosts: nothing that a caller chooses. */
export function createMetrics(manifests: Manifests): Metrics {
  const register = new Registry();
  const registers = [register];
  // Processor time, memory, event loop, garbage collection.
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'droppoint_requests_total',
    help: 'Requests that were answered, by route or kind of file, and status.',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'droppoint_request_seconds',
    help: 'How long answers took to begin, by route or kind of file.',
    labelNames: ['route'] as const,
    buckets: BUCKETS,
    registers,
  });
  const refusals = new Counter({
    name: 'droppoint_refusals_total',
    help: 'Requests that were answered with an error, by route and code.',
    labelNames: ['route', 'error'] as const,
    registers,
  });
  const upstream = new Counter({
    name: 'droppoint_upstream_calls_total',
    help: 'Calls to the platform, by host and outcome: a status, timeout, network or malformed.',
    labelNames: ['host', 'outcome'] as const,
    registers,
  });
  const upstreamSeconds = new Histogram({
    name: 'droppoint_upstream_seconds',
    help: 'How long calls to the platform took, by host.',
    labelNames: ['host'] as const,
    buckets: BUCKETS,
    registers,
  });
  const tokens = new Counter({
    name: 'droppoint_token_requests_total',
    help: 'Calls to the token endpoint, by what for and outcome.',
    labelNames: ['grant', 'outcome'] as const,
    registers,
  });
  const networkAge = new Gauge({
    name: 'droppoint_network_age_seconds',
    help: 'Since the platform\u2019s list was read for the published network.',
    registers,
  });
  const isPublished = new Gauge({
    name: 'droppoint_network_published',
    help: '1 where a network is published that can be read, else 0.',
    registers,
  });
  const points = new Gauge({
    name: 'droppoint_network_points',
    help: 'Points of the published network.',
    registers,
  });
  const rejected = new Gauge({
    name: 'droppoint_network_rejected',
    help: 'Items of the list that are no points, by reason.',
    labelNames: ['reason'] as const,
    registers,
  });
  const streetsAge = new Gauge({
    name: 'droppoint_streets_age_seconds',
    help: 'Since the data of an area of streets was taken.',
    labelNames: ['area'] as const,
    registers,
  });

  const redisThere = new Gauge({
    name: 'droppoint_redis_there',
    help: '1 where the store that nodes share can be used, 0 where it can not; no figure without one.',
    registers,
  });
  redisThere.set(NaN);
  const redisGone = new Counter({
    name: 'droppoint_redis_gone_total',
    help: 'Times that the store that nodes share could not be used any more.',
    registers,
  });

  async function write(): Promise<string> {
    const { network, streets } = await readAges(manifests, Date.now());
    rejected.reset();
    streetsAge.reset();
    isPublished.set(network === null ? 0 : 1);
    // What isn't published has no figure: 0 would say that it is new.
    networkAge.set(network?.ageSeconds ?? NaN);
    points.set(network?.points ?? NaN);
    for (const [reason, amount] of Object.entries(network?.rejected ?? {})) rejected.set({ reason }, amount);
    for (const { name, ageSeconds } of streets) streetsAge.set({ area: name }, ageSeconds);
    return register.metrics();
  }

  return {
    count({ route, status, durationMs, error, upstream: calls = [] }) {
      requests.inc({ route, status });
      seconds.observe({ route }, durationMs / 1000);
      if (error !== undefined) refusals.inc({ route, error });
      for (const { host, outcome, durationMs: tookMs, grant } of calls) {
        upstream.inc({ host, outcome });
        upstreamSeconds.observe({ host }, tookMs / 1000);
        if (grant !== undefined) tokens.inc({ grant, outcome });
      }
    },
    noteRedis(state) {
      redisThere.set(state === 'there' ? 1 : 0);
      if (state === 'gone') redisGone.inc();
    },
    async serve(port, host) {
      const answerScrape = async (path: string) =>
        path === '/metrics' ? { status: 200, body: await write() } : { status: 404, body: 'Only /metrics.' };
      const servers = await listen(
        () =>
          createServer((request, response) => {
            answerScrape(request.url ?? '').then(
              ({ status, body }) =>
                response.writeHead(status, { 'content-type': register.contentType }).end(body),
              () => response.writeHead(500).end(),
            );
          }),
        port,
        host,
      );
      return {
        close: () =>
          servers.forEach((server) => {
            server.close();
            server.closeAllConnections();
          }),
      };
    },
  };
}
