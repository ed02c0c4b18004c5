import { existsSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { readTogether, type Environment } from '#config/setting.ts';
import { createApp } from '../app.ts';
import { parseSettings } from '../config.ts';
import { resolveSetting } from '#config/folders.ts';
import type { LogLine } from '../context.ts';
import { answerInTurn, createConnectionLimit } from './limit-connections.ts';
import { readForwardedAddress } from '../http/client-address.ts';
import { createRequestCounter } from '../http/rate-limits.ts';
import { createDrain, listen } from './listen.ts';
import { createMetrics } from './metrics.ts';
import { openPublished } from './open-published.ts';
import type { RedisLine } from './shared/open.ts';
import { readNodeSettings } from './settings.ts';
import { servePages } from './serve-pages.ts';
import { createTurns } from './turns.ts';
import { AppError } from '#platform/errors.ts';

/** Folder of files of earlier releases. */
const EARLIER_RELEASES_FOLDER = 'published';
/** Responses large enough to compress; the edge does this itself. */
const LIST_PATHS = ['/api/points', '/api/platform/location/v1/points'];
/**
 * Limits of a connection, in bytes and milliseconds: enough for a session cookie and a relayed token, and for a slow phone.
 * Clients that send or read too slowly are disconnected. The edge has such limits itself.
 */
export const LIMITS = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than proxies keep idle connections (usually 60 s), so that they send no request while it is closed here. */
  keepAliveTimeout: 65_000,
  /** Time without the client reading any of a response. */
  stalledTimeout: 20_000,
};
export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** All files of 153,600 points of 760 bytes, since 62,388 points take 51 MB; 0.5 MB per parsed page: most of what people search for. */
const NETWORK_CACHE = { bytes: 128 * 1024 * 1024, pages: 64 };

/**
 * Starts the function and the pages on Node.
 * @param buildFolder the built site; if it doesn't exist, only the API and the streets are served
 * @param limits of a connection, in milliseconds and bytes
 * @throws AppError `settings_invalid`, with every wrong key, or with the remedy for the port
 */
export async function startServer(
  environment: Environment,
  buildFolder: string,
  log: (line: LogLine | RedisLine) => void,
  limits = LIMITS,
) {
  const [settings, places] = readTogether(
    () => parseSettings(environment),
    () => readNodeSettings(environment),
  );
  const { port, host, metricsPort, redisUrl } = places;
  const published = openPublished(settings, places);
  const metrics = metricsPort === 0 ? null : createMetrics(settings.pointsScope, published);
  const network = settings.networkUrl === null ? places.snapshotFolder : published.network;
  const servePage = existsSync(buildFolder)
    ? servePages(buildFolder, network, resolveSetting(EARLIER_RELEASES_FOLDER))
    : undefined;
  const limit = settings.rateLimits ? createRequestCounter(Date.now) : undefined;
  const logRedis = (line: RedisLine) => {
    log(line);
    metrics?.recordRedis(line.redis);
  };
  // The client of Redis is loaded only if it is configured.
  const sharing = { limit, secret: settings.sessionKeys[0]!.bytes, log: logRedis };
  const shared =
    redisUrl === null ? null : await (await import('./shared/open.ts')).openShared(redisUrl, sharing);
  const app = createApp(settings, {
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    log,
    count: metrics?.count,
    ...published,
    networkCache: NETWORK_CACHE,
    servePage,
    limit,
    turns: createTurns(),
    ...shared?.dependencies,
  });
  const outer = new Hono<{ Bindings: HttpBindings }>();
  for (const path of LIST_PATHS) outer.use(path, compress({ encoding: 'gzip' }));
  outer.all('*', (c) =>
    app.fetch(c.req.raw, { clientAddress: findClientAddress(c.env.incoming, settings.trustedProxyHeader) }),
  );

  const limitConnections = createConnectionLimit(settings.rateLimits && settings.trustedProxyHeader === null);
  const drain = createDrain();
  const createServer = () => {
    const answer = getRequestListener(outer.fetch);
    const inTurn = answerInTurn(
      (incoming, outgoing) => void answer(incoming, outgoing),
      limits.stalledTimeout,
    );
    const server = createHttpServer(limits, drain.watch(refuseTwoHosts(inTurn)));
    limitConnections(server);
    return server;
  };
  const metricsServer = await metrics?.serve(metricsPort, host);
  const servers = await listen(createServer, port, host, countPassedSockets(environment)).catch(
    (error: unknown) => {
      metricsServer?.close();
      shared?.close();
      throw error;
    },
  );
  const [server] = servers;
  return {
    port,
    /** Where it listens: with a socket passed by systemd, that isn't `port`. */
    address: describeAddress(server?.address()),
    /** Accepts no new connections, and resolves when the last request is answered. */
    async close() {
      await drain.stop(servers);
      metricsServer?.close();
      shared?.close();
    },
  };
}

function describeAddress(address: ReturnType<Server['address']> | undefined): string {
  return typeof address === 'object' && address !== null
    ? `http://localhost:${address.port}`
    : `${address ?? 'nothing'}`;
}

/** Number of listening sockets passed by systemd (sd_listen_fds(3)), which hold connections while the program restarts. */
function countPassedSockets({ LISTEN_FDS, LISTEN_PID }: Environment): number {
  return LISTEN_PID === String(process.pid) ? Number(LISTEN_FDS) || 0 : 0;
}

/** Refuses requests with two Host headers, which a proxy may interpret differently (RFC 9112 §3.2). */
function refuseTwoHosts(listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const names = incoming.rawHeaders.filter((_, at) => at % 2 === 0);
    if (names.filter((name) => name.toLowerCase() === 'host').length < 2) return listener(incoming, outgoing);
    outgoing.writeHead(400, { connection: 'close', 'content-length': 0 }).end();
  };
}

/** The client address for rate limits: the socket's, or that in the trusted proxy's header. Other headers are ignored. */
export function findClientAddress(incoming: IncomingMessage, trustedProxyHeader: string | null): string {
  const value = trustedProxyHeader === null ? undefined : incoming.headers[trustedProxyHeader];
  return readForwardedAddress(value?.toString()) || (incoming.socket.remoteAddress ?? 'unknown');
}

/** Runs the server until SIGTERM or SIGINT, with settings from the environment and the log on standard output. */
export async function runServer(buildFolder: string): Promise<void> {
  try {
    if (!existsSync(buildFolder))
      console.error(`There is no ${buildFolder} yet: run "npx vite build" to serve the pages.`);
    const server = await startServer(process.env, buildFolder, (line) => console.log(JSON.stringify(line)));
    console.log(`Droppoint listens at ${server.address}`);
    const stop = () => void server.close();
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.error(`Droppoint can't start:\n${error.message}`);
    process.exitCode = 1;
  }
}
