import { readFileSync } from 'node:fs';
import type { Server, RequestListener } from 'node:http';
import { readClientNetwork } from '../rate-limits.ts';
import type { Socket } from 'node:net';

/** A browser opens six. Room for a score of them behind one address. */
const CONNECTIONS_OF_ONE_CLIENT = 128;
/** Where the system doesn't tell how many files a process may have open: the smallest number that is usual. */
const USUAL_FILES = 1024;
/** Those of the process itself, of files that it reads for itself, and of what listens. */
const FILES_FOR_ITSELF = 96;
/** A connection holds itself, and a file that it is sent or a connection to the platform. */
const FILES_OF_A_CONNECTION = 2;
const MAX_CONNECTIONS = 10_000;

/**
 * Keeps connections below what the process has descriptors for, and those of one client below a part of it.
 * @param countsClients false where a proxy stands in front: all connections are then the proxy's
 * @returns counts the connections of all servers that it is given, and closes what is too much
 */
export function createConnectionLimit(countsClients: boolean): (server: Server) => void {
  const most = Math.min(
    MAX_CONNECTIONS,
    Math.floor((readFileLimit() - FILES_FOR_ITSELF) / FILES_OF_A_CONNECTION),
  );
  const ofClients = new Map<string, number>();
  let all = 0;

  return (server) => {
    server.on('connection', (socket) => {
      const client = readClientNetwork(socket.remoteAddress ?? 'unknown');
      const own = (ofClients.get(client) ?? 0) + 1;
      ofClients.set(client, own);
      all++;
      socket.once('close', () => {
        all--;
        const left = (ofClients.get(client) ?? 1) - 1;
        if (left === 0) ofClients.delete(client);
        else ofClients.set(client, left);
      });
      // Who has nothing under way makes room for the next one.
      if (all > most) server.closeIdleConnections();
      if (all > most || (countsClients && own > CONNECTIONS_OF_ONE_CLIENT)) socket.destroy();
    });
  };
}

/** How many files this process may have open; Node itself raises it to what the system allows. */
function readFileLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return limit === undefined ? USUAL_FILES : Number(limit);
  } catch {
    return USUAL_FILES;
  }
}

/** Browsers and proxies send a request when the one before it is answered; some tools send a few ahead. */
const MAX_WAITING = 8;
/** For the whole of an answer: a megabyte at 10 KB a second. */
const ANSWERED_WITHIN_MS = 120_000;

/**
 * Begins with a request of a connection when the answers before it have gone out, and not before: what a request opens (a file, a call
 * to the platform, a buffer) is then held once by a connection, however many requests it sends ahead. Who sends too many ahead, or
 * doesn't read, is cut off.
 * @param stalledMs how long nothing of an answer may be taken, whatever is sent meanwhile
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
      // A connection that has ended gives its requests their turn as well, and nothing would close what they open.
      if (!socket.destroyed) begin(incoming, outgoing);
    });
  };
}
