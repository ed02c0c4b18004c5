import type { Server } from 'node:http';
import { AppError } from '../../src/lib/contract/errors.ts';

/** Both names of this machine alone, so that `localhost` works whichever of them it stands for. */
const LOOPBACK_HOSTS = ['127.0.0.1', '::1'];

/**
 * Listens at a port, on this machine alone unless a host is named (`0.0.0.0` for everybody).
 * @param createServer called once for each address
 * @returns the servers, listening
 * @throws AppError `settings_invalid` with the remedy when the port can't be had
 */
export async function listen(
  createServer: () => Server,
  port: number,
  host: string | undefined,
): Promise<Server[]> {
  const servers: Server[] = [];
  for (const address of host === undefined ? LOOPBACK_HOSTS : [host]) {
    const server = createServer();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host: address }, resolve);
      });
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
