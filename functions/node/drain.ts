import type { RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';

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
