import type { Server } from 'node:http';
import type { ListenOptions } from 'node:net';
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
