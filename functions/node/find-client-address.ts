import type { IncomingMessage } from 'node:http';

/**
 * The address that requests are counted by: the socket's, or what our own proxy wrote into its header. A header that nobody
 * vouches for isn't looked at; of several addresses in it the last one is the proxy's own word.
 */
export function findClientAddress(incoming: IncomingMessage, trustedProxyHeader: string | null): string {
  const value = trustedProxyHeader === null ? undefined : incoming.headers[trustedProxyHeader];
  const named = String(value ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return named || (incoming.socket.remoteAddress ?? 'unknown');
}
