import type { Server, RequestListener, ServerResponse } from 'node:http';
import { type ListenOptions, Server as NetServer } from 'node:net';
import { AppError } from '#platform/errors.ts';

/** Both loopback addresses, since `localhost` may resolve to either. */
const LOOPBACK_HOSTS = ['127.0.0.1', '::1'];

/** The first file descriptor passed by systemd (SD_LISTEN_FDS_START). */
const FIRST_PASSED = 3;

/**
 * Listens on a port, on loopback only unless a host is given (`0.0.0.0` for all addresses).
 * @param createServer called once for each address
 * @param passed number of sockets passed by systemd, used instead of the port
 * @param setting name of the setting with the port, for messages
 * @returns the listening servers
 * @throws AppError `settings_invalid` with the remedy if the port can't be used
 */
export async function listen(
  createServer: () => Server,
  port: number,
  host: string | undefined,
  passed = 0,
  setting = 'PORT',
): Promise<Server[]> {
  if (passed > 0) {
    const descriptors = Array.from({ length: passed }, (_, at) => FIRST_PASSED + at);
    return Promise.all(descriptors.map((fd) => startListening(createServer(), { fd })));
  }
  const servers: Server[] = [];
  for (const address of host === undefined ? LOOPBACK_HOSTS : [host]) {
    const server = createServer();
    try {
      await startListening(server, { port, host: address });
      servers.push(server);
    } catch (cause) {
      // A machine without IPv6 has no ::1.
      if (host === undefined && servers.length > 0 && codeOf(cause) !== 'EADDRINUSE') continue;
      for (const started of servers) started.close();
      throw explain(cause, port, address, setting);
    }
  }
  return servers;
}

function startListening(server: Server, at: ListenOptions | { fd: number }): Promise<Server> {
  return new Promise((resolve, reject) => {
    // Not `once`: a later error, such as of accepting a connection, must not end the process.
    server.on('error', reject);
    server.listen(at, () => resolve(server));
  });
}

function explain(cause: unknown, port: number, host: string, setting: string): AppError {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop the program that uses it, or choose another with ${setting}=${port + 1}.`,
    EACCES: `Port ${port} is not open to this user: choose one above 1023, like ${setting}=3000.`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine: try HOST=0.0.0.0 for all of them.`,
  };
  const sentence = sentences[codeOf(cause)] ?? `Can't listen on port ${port} of ${host} (${codeOf(cause)}).`;
  return new AppError('settings_invalid', sentence, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** How often idle connections are closed while the server stops. */
const IDLE_MS = 2_000;
/** Time limit for requests in progress when the server stops. */
const LAST_REQUESTS_MS = 10_000;

/** Stops servers gracefully: requests already received are answered. */
export function createDrain() {
  const inProgress = new Set<ServerResponse>();
  let stopping = false;

  return {
    /** Adds `Connection: close` to responses while the server stops, so that clients send further requests elsewhere. */
    watch:
      (listener: RequestListener): RequestListener =>
      (incoming, outgoing) => {
        inProgress.add(outgoing);
        outgoing.once('close', () => inProgress.delete(outgoing));
        if (stopping) outgoing.setHeader('connection', 'close');
        listener(incoming, outgoing);
      },
    /** Accepts no new connection, and resolves when the last one is closed. */
    async stop(servers: readonly Server[]) {
      stopping = true;
      for (const outgoing of inProgress) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
      const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), IDLE_MS);
      const last = setTimeout(
        () => servers.forEach((server) => server.closeAllConnections()),
        LAST_REQUESTS_MS,
      );
      // Not http.Server's close(), which at once closes idle connections whose next request may be on its way.
      await Promise.all(
        servers.map((server) => new Promise((resolve) => NetServer.prototype.close.call(server, resolve))),
      );
      clearInterval(idle);
      clearTimeout(last);
      for (const server of servers) server.close();
    },
  };
}
