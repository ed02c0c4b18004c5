import * as z from 'zod/mini';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LogLine } from '../context.ts';
import { FILE_KINDS } from '../pages/find-file.ts';
import { listen } from './listen.ts';
import { readJsonText } from '#platform/json-text.ts';
import { streetsManifestSchema } from '../../src/lib/contract/streets.ts';

/** Statuses of files that can't be read, and outcomes of requests for the application's token that alerts are about. */
const FAILURES_OF_FILES = [500, 502, 503];
const OUTCOMES_OF_TOKENS = ['200', '400', '401', '403', 'malformed'];

/** In seconds, up to the time limit of a call to the platform. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics of this process for Prometheus. Labels are routes, codes and configured hosts, never values chosen by a client.
 * @param pointsScope of the token for shoppers' points, of which the first refusal counts
 * @param manifests readers of the manifests, where the function reads the published data
 */
export function createMetrics(pointsScope: string, manifests: Record<'network' | 'streets', ReadManifest>) {
  const register = new Registry();
  // CPU time, memory, event loop, garbage collection.
  collectDefaultMetrics({ register });
  const registers = [register];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Histogram({ name, help, labelNames, buckets: BUCKETS, registers });

  const requests = counter(
    'droppoint_requests_total',
    'Requests that were answered, by route or kind of file, and status.',
    ['route', 'status'],
  );
  const seconds = histogram(
    'droppoint_request_seconds',
    'How long answers took to begin, by route or kind of file.',
    ['route'],
  );
  const refusals = counter(
    'droppoint_refusals_total',
    'Requests that were answered with an error, by route, status and code.',
    ['route', 'status', 'error'],
  );
  const upstream = counter(
    'droppoint_upstream_calls_total',
    'Calls to the platform, by host and outcome: a status, timeout, network or malformed.',
    ['host', 'outcome'],
  );
  const upstreamSeconds = histogram(
    'droppoint_upstream_seconds',
    'How long calls to the platform took, by host.',
    ['host'],
  );
  const tokens = counter(
    'droppoint_token_requests_total',
    'Calls to the token endpoint, by what for, scope of the application\u2019s tokens, and outcome.',
    ['grant', 'scope', 'outcome'],
  );
  const outcomes = counter(
    'droppoint_outcomes_total',
    'What came of requests that were answered, by route: of each point of a check, of each parcel.',
    ['route', 'outcome'],
  );
  const networkAge = gauge(
    'droppoint_network_age_seconds',
    'Since the platform\u2019s list was read for the published network.',
  );
  const isPublished = gauge(
    'droppoint_network_published',
    '1 where a network is published that can be read, else 0.',
  );
  const storeThere = gauge(
    'droppoint_network_store_there',
    '1 where the folder or store of the published network can be read, else 0.',
  );
  const points = gauge('droppoint_network_points', 'Points of the published network.');
  const rejected = gauge('droppoint_network_rejected', 'Items of the list that are no points, by reason.', [
    'reason',
  ]);
  const streetsAge = gauge(
    'droppoint_streets_age_seconds',
    'Since the data of an area of streets was taken.',
    ['area'],
  );
  const redisThere = gauge(
    'droppoint_redis_there',
    '1 where the store that nodes share can be used, 0 where it can not; no figure without one.',
  );
  redisThere.set(NaN);
  const redisGone = counter(
    'droppoint_redis_gone_total',
    'Times that the store that nodes share could not be used any more.',
  );

  // Prometheus sees an increase only of a series that was there before: without these, alerts would miss the first failure.
  for (const route of FILE_KINDS) for (const status of FAILURES_OF_FILES) requests.inc({ route, status }, 0);
  requests.inc({ route: 'widget', status: 404 }, 0);
  for (const outcome of OUTCOMES_OF_TOKENS)
    tokens.inc({ grant: 'client_credentials', scope: pointsScope, outcome }, 0);
  outcomes.inc({ route: '/api/ready', outcome: 'token_wrong' }, 0);

  /** While the store doesn't answer, the last one that was read, as the function itself goes on with what it has in memory. */
  async function readNetwork() {
    try {
      const bytes = await manifests.network();
      storeThere.set(1);
      lastNetwork = parseManifest(bytes, networkSchema);
    } catch {
      storeThere.set(0);
    }
    return lastNetwork;
  }
  let lastNetwork: z.infer<typeof networkSchema> | null = null;

  async function write(): Promise<string> {
    const [network, streets] = await Promise.all([
      readNetwork(),
      manifests.streets().then(
        (bytes) => parseManifest(bytes, streetsManifestSchema),
        () => null,
      ),
    ]);
    const ageOf = (date: string) => (Date.now() - Date.parse(date)) / 1000;
    rejected.reset();
    streetsAge.reset();
    isPublished.set(network === null ? 0 : 1);
    // NaN if nothing is published: an age of 0 would mean that it is new.
    networkAge.set(network === null ? NaN : ageOf(network.walkedAt));
    points.set(network?.count ?? NaN);
    for (const [reason, amount] of Object.entries(network?.setAside ?? {})) rejected.set({ reason }, amount);
    for (const { name, date } of streets?.areas ?? [])
      if (date !== null) streetsAge.set({ area: name }, ageOf(date));
    return register.metrics();
  }

  return {
    count: ({ route, status, durationMs, error, outcome = {}, upstream: calls = [] }: LogLine) => {
      requests.inc({ route, status });
      seconds.observe({ route }, durationMs / 1000);
      if (error !== undefined) refusals.inc({ route, status, error });
      for (const [name, times] of Object.entries(outcome)) outcomes.inc({ route, outcome: name }, times);
      for (const { host, outcome: ended, durationMs: tookMs, grant, scope = '' } of calls) {
        upstream.inc({ host, outcome: ended });
        upstreamSeconds.observe({ host }, tookMs / 1000);
        if (grant !== undefined) tokens.inc({ grant, scope, outcome: ended });
      }
    },
    noteRedis(state: 'there' | 'gone') {
      redisThere.set(state === 'there' ? 1 : 0);
      if (state === 'gone') redisGone.inc();
    },
    /** @throws AppError `settings_invalid` with the remedy if the port can't be used */
    async serve(port: number, host: string | undefined) {
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
        0,
        'METRICS_PORT',
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

/** The fields of the network's manifest that metrics need, independent of its other fields. */
const networkSchema = z.looseObject({
  walkedAt: z.string(),
  count: z.number(),
  setAside: z._default(z.record(z.string(), z.number()), {}),
});

type ReadManifest = () => Promise<Uint8Array | null>;

/** @returns null if none is published, or it isn't one */
const parseManifest = <T>(bytes: Uint8Array | null, schema: z.ZodMiniType<T>): T | null =>
  schema.safeParse(bytes && readJsonText(bytes)).data ?? null;
