import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../../tests/processes.ts';

/** A door in front of a server, which tests close: nobody answers behind it then. */
export interface Door {
  origin: string;
  isClosed: boolean;
  /** Requests that went through. */
  count: number;
  close(): Promise<void>;
}

export async function openDoor(target: string, port: number): Promise<Door> {
  const { hostname, port: targetPort } = new URL(target);
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (door.isClosed) return void incoming.socket.destroy();
    door.count += 1;
    const { method, url, headers } = incoming;
    const asked = forward(
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
    asked.on('error', () => outgoing.destroy());
    incoming.pipe(asked);
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
