import type { Server, RequestListener, ServerResponse } from 'node:http';
import { type ListenOptions, Server as NetServer } from 'node:net';
import { AppError } from '../../src/lib/contract/errors.ts';

/** Both names of this machine alone, so that `localhost` works whichever of them it stands for. */
const LOOPBACK_HOSTS = ['127.0.0.1', '::1'];

/** The first descriptor that a service is handed. */
const FIRST_HANDED = 3;

/**
 * Listens at a port, on this machine alone unless a host is named (`0.0.0.0` for everybody).
 * @param createServer called once for each address
 * @param handed how many sockets were handed to us: we listen at those instead
 * @returns the servers, listening
 * @throws AppError `settings_invalid` with the remedy when the port can't be had
 */
export async function listen(
  createServer: () => Server,
  port: number,
  host: string | undefined,
  handed = 0,
): Promise<Server[]> {
  const servers: Server[] = [];
  if (handed > 0) {
    for (let at = 0; at < handed; at++)
      servers.push(await startListening(createServer(), { fd: FIRST_HANDED + at }));
    return servers;
  }
  for (const address of host === undefined ? LOOPBACK_HOSTS : [host]) {
    const server = createServer();
    try {
      await startListening(server, { port, host: address });
      servers.push(server);
    } catch (cause) {
      // A machine without IPv6 has no ::1.
      if (host === undefined && servers.length > 0 && codeOf(cause) !== 'EADDRINUSE') continue;
      for (const started of servers) started.close();
      throw explain(cause, port, address);
    }
  }
  return servers;
}

function startListening(server: Server, at: ListenOptions | { fd: number }): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => resolve(server));
  });
}

function explain(cause: unknown, port: number, host: string): AppError {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken: stop the program that uses it, or choose another with PORT=${port + 1}.`,
    EACCES: `Port ${port} is not open to this user: choose one above 1023, like PORT=3000.`,
    EADDRNOTAVAIL: `HOST=${host} is no address of this machine: try HOST=0.0.0.0 for all of them.`,
  };
  const sentence =
    sentences[codeOf(cause)] ?? `Port ${port} at ${host} can't be listened at (${codeOf(cause)}).`;
  return new AppError('settings_invalid', sentence, { cause });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** A connection that waits for its next request for so long, while the server stops, is closed: its client has nothing to ask. */
const IDLE_MS = 2_000;
/** Requests under way may take this long once the server is told to stop. */
const LAST_REQUESTS_MS = 10_000;

/** Stops servers without losing a request that a connection of theirs brought. */
export function createDrain() {
  const underWay = new Set<ServerResponse>();
  let stopping = false;

  return {
    /** Answers with `Connection: close` once the server stops, so that the client takes another connection for its next request. */
    watch:
      (listener: RequestListener): RequestListener =>
      (incoming, outgoing) => {
        underWay.add(outgoing);
        outgoing.once('close', () => underWay.delete(outgoing));
        if (stopping) outgoing.setHeader('connection', 'close');
        listener(incoming, outgoing);
      },
    /** Takes no new connection, and resolves when the last one is closed. */
    async stop(servers: readonly Server[]) {
      stopping = true;
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
      const idle = setInterval(() => servers.forEach((server) => server.closeIdleConnections()), IDLE_MS);
      const last = setTimeout(
        () => servers.forEach((server) => server.closeAllConnections()),
        LAST_REQUESTS_MS,
      );
      // Not their own close(), which at once drops connections whose next request may be on its way.
      await Promise.all(
        servers.map((server) => new Promise((resolve) => NetServer.prototype.close.call(server, resolve))),
      );
      clearInterval(idle);
      clearTimeout(last);
      for (const server of servers) server.close();
    },
  };
}
