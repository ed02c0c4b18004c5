import { readFileSync } from 'node:fs';
import type { Server, RequestListener } from 'node:http';
import { readClientNetwork } from '../http/client-address.ts';
import type { Socket } from 'node:net';

/** A browser opens six: enough for about twenty browsers behind one address. */
const CONNECTIONS_OF_ONE_CLIENT = 128;
/** File limit assumed if the system doesn't report one: the smallest usual value. */
const USUAL_FILES = 1024;
/** File descriptors reserved for the process itself: files that it reads, listening sockets. */
const FILES_FOR_ITSELF = 96;
/** Its own socket, and a file being sent or a connection to the platform. */
const FILES_OF_A_CONNECTION = 2;
const MAX_CONNECTIONS = 10_000;

/**
 * Limits connections by the number of file descriptors, and the connections of each client.
 * @param countsClients false behind a proxy: all connections are then the proxy's
 * @returns a function that adds a server; the limits apply to all added servers together
 */
export function createConnectionLimit(countsClients: boolean): (server: Server) => void {
  const maxConnections = Math.min(
    MAX_CONNECTIONS,
    Math.floor((readFileLimit() - FILES_FOR_ITSELF) / FILES_OF_A_CONNECTION),
  );
  const countOfClient = new Map<string, number>();
  let count = 0;

  return (server) => {
    server.on('connection', (socket) => {
      const client = readClientNetwork(socket.remoteAddress ?? 'unknown');
      const own = (countOfClient.get(client) ?? 0) + 1;
      countOfClient.set(client, own);
      count++;
      socket.once('close', () => {
        count--;
        const left = (countOfClient.get(client) ?? 1) - 1;
        if (left === 0) countOfClient.delete(client);
        else countOfClient.set(client, left);
      });
      // Idle connections are closed first, to make room for the next one.
      if (count > maxConnections) server.closeIdleConnections();
      if (count > maxConnections || (countsClients && own > CONNECTIONS_OF_ONE_CLIENT)) socket.destroy();
    });
  };
}

/** How many files this process may open. Node raises its soft limit to the hard limit. */
function readFileLimit(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? USUAL_FILES);
  } catch {
    return USUAL_FILES;
  }
}

/** Browsers and proxies don't pipeline requests; some tools send a few ahead. */
const MAX_WAITING = 8;
/** Time limit of a whole response: a megabyte at 10 KB a second. */
const ANSWERED_WITHIN_MS = 120_000;

/**
 * Handles a connection's requests one at a time, each after the previous response was sent: a
 * connection then holds the resources of one request only (a file, a call to the platform, a
 * buffer), however many it pipelines. Connections that pipeline too many requests, or don't read,
 * are closed.
 * @param stalledMs a connection is closed if its client reads none of a response for this time,
 * even if it sends data
 */
export function answerInTurn(listener: RequestListener, stalledMs: number): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  const begin: RequestListener = (incoming, outgoing) => {
    const { socket } = incoming;
    const endMs = performance.now() + ANSWERED_WITHIN_MS;
    let takenBefore = 0;
    const timer = setInterval(() => {
      const taken = socket.bytesWritten - socket.writableLength;
      if (outgoing.headersSent && (taken === takenBefore || performance.now() > endMs)) socket.destroy();
      takenBefore = taken;
    }, stalledMs);
    outgoing.once('close', () => clearInterval(timer));
    listener(incoming, outgoing);
  };

  return (incoming, outgoing) => {
    if (outgoing.socket !== null) return begin(incoming, outgoing);
    const { socket } = incoming;
    const before = waiting.get(socket) ?? 0;
    if (before === MAX_WAITING) return void socket.destroy();
    waiting.set(socket, before + 1);
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      // `socket` is also emitted after the connection has ended; nothing would then close what the request opens.
      if (!socket.destroyed) begin(incoming, outgoing);
    });
  };
}
