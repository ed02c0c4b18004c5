import * as z from 'zod/mini';
import { createServer } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LogLine } from '../context.ts';
import type { FileStore } from '../files/store.ts';
import { FILE_KINDS } from '../files/find-file.ts';
import { listen } from './listen.ts';
import { readJsonText } from '#platform/json-text.ts';
import { streetsManifestSchema } from '#contract/streets.ts';

/**
 * Statuses of files that can't be read, and outcomes of requests for the application's token: those
 * that alerts watch.
 */
const FAILURES_OF_FILES = [500, 502, 503];
const OUTCOMES_OF_TOKENS = ['200', '400', '401', '403', 'malformed'];

const MANIFEST = 'manifest.json';

/** In seconds, up to the time limit of a call to the platform. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Metrics of this process for Prometheus. Labels are routes, codes and configured hosts, never
 * values chosen by a client.
 * @param pointsScope scope of the token for shoppers' points; alerts need its first refusal too
 * @param stores of the function's published data, for the manifests
 */
export function createMetrics(pointsScope: string, stores: Record<'network' | 'streets', FileStore>) {
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
    'Calls to the token endpoint, by grant, scope of the application\u2019s tokens, and outcome.',
    ['grant', 'scope', 'outcome'],
  );
  const outcomes = counter(
    'droppoint_outcomes_total',
    'Outcomes of answered requests, by route: one for each point of a check, one for each parcel.',
    ['route', 'outcome'],
  );
  const networkAge = gauge(
    'droppoint_network_age_seconds',
    'Time since the platform\u2019s list was read for the published network.',
  );
  const isPublished = gauge('droppoint_network_published', '1 if a readable network is published, else 0.');
  const storeAvailable = gauge(
    'droppoint_network_store_there',
    '1 if the folder or store of the published network can be read, else 0.',
  );
  const points = gauge('droppoint_network_points', 'Points of the published network.');
  const rejected = gauge(
    'droppoint_network_rejected',
    'Items of the list that aren\u2019t usable points, by reason.',
    ['reason'],
  );
  const streetsAge = gauge('droppoint_streets_age_seconds', 'Age of the data of an area of streets.', [
    'area',
  ]);
  const redisAvailable = gauge(
    'droppoint_redis_there',
    '1 if the store that nodes share is available, else 0; NaN if none is configured.',
  );
  redisAvailable.set(NaN);
  const redisFailures = counter(
    'droppoint_redis_gone_total',
    'How often the store that nodes share became unavailable.',
  );

  // Prometheus sees an increase only in a series that already exists: without these, alerts would
  // miss the first failure.
  for (const route of FILE_KINDS) for (const status of FAILURES_OF_FILES) requests.inc({ route, status }, 0);
  requests.inc({ route: 'widget', status: 404 }, 0);
  for (const outcome of OUTCOMES_OF_TOKENS)
    tokens.inc({ grant: 'client_credentials', scope: pointsScope, outcome }, 0);
  outcomes.inc({ route: '/api/ready', outcome: 'token_wrong' }, 0);

  /**
   * Reads the network's manifest. While the store doesn't answer, the last one counts, since the
   * function also continues with the network in its memory.
   */
  async function readNetwork() {
    try {
      const bytes = await stores.network.read(MANIFEST);
      storeAvailable.set(1);
      lastNetwork = parseManifest(bytes, networkSchema);
    } catch {
      storeAvailable.set(0);
    }
    return lastNetwork;
  }
  let lastNetwork: z.infer<typeof networkSchema> | null = null;

  async function write(): Promise<string> {
    const [network, streets] = await Promise.all([
      readNetwork(),
      stores.streets.read(MANIFEST).then(
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
    recordRedis(state: 'there' | 'gone') {
      redisAvailable.set(state === 'there' ? 1 : 0);
      if (state === 'gone') redisFailures.inc();
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

/** @returns null if no manifest is published, or it can't be parsed */
const parseManifest = <T>(bytes: Uint8Array | null, schema: z.ZodMiniType<T>): T | null =>
  schema.safeParse(bytes && readJsonText(bytes)).data ?? null;
