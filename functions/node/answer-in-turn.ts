import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

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
