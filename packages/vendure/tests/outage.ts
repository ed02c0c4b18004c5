import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../../tests/processes.ts';

/** A proxy in front of a server. Tests can close it to simulate an outage. */
export interface Door {
  origin: string;
  isClosed: boolean;
  /** Checks of points that went through. A shop's mails about parcels cause other requests. */
  count: number;
  close(): Promise<void>;
}

export async function openDoor(target: string, port: number): Promise<Door> {
  const { hostname, port: targetPort } = new URL(target);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (door.isClosed) return void incoming.socket.destroy();
    const { method, url, headers } = incoming;
    if (url!.startsWith('/api/points')) door.count += 1;
    const upstream = forward(
      {
        hostname,
        port: targetPort,
        method,
        path: url,
        headers: { ...headers, host: `${hostname}:${targetPort}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      },
    );
    upstream.on('error', () => outgoing.destroy());
    incoming.pipe(upstream);
  };
  const listening = await listen(pass, port);
  const door: Door = {
    origin: listening.origin,
    isClosed: false,
    count: 0,
    close: () => listening.close(),
  };
  return door;
}
