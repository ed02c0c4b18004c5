import { openObjectStore, type ObjectStore } from '../../publisher/object-store.ts';
import { findFreePort } from '../functions/find-free-port.ts';
import { end, listen, startProgram, waitUntilReady } from '../processes.ts';
import { makeFolder } from '../temporary-folder.ts';

const BUCKET = 'droppoint';

/** A server with S3's protocol, in a separate process. */
export interface StoreProcess {
  endpoint: string;
  /** Settings that point to it. */
  environment: Record<string, string>;
  /** Public address of the objects at a prefix. */
  addressOf(prefix: string): string;
  /** Opens a client that doesn't wait between attempts. */
  open(prefix: string, changes?: Record<string, string>): ObjectStore;
  stop(): Promise<void>;
}

/** @param more buckets besides the one that `open` uses */
export async function startStore(more: string[] = []): Promise<StoreProcess> {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const stored = makeFolder();
  const words = ['-a', '127.0.0.1', '-p', String(port), '-d', stored, '-s'];
  for (const bucket of [BUCKET, ...more]) words.push('--configure-bucket', bucket);
  const server = startProgram(['node_modules/s3rver/bin/s3rver.js', ...words], {}, 'ignore');
  await waitUntilReady(endpoint, server, () => true);
  const environment = {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  };
  return {
    endpoint,
    environment,
    addressOf: (prefix) => `${endpoint}/${BUCKET}/${prefix}/`,
    open: (prefix, changes = {}) =>
      openObjectStore(`s3://${BUCKET}/${prefix}`, { ...environment, ...changes }, () => Promise.resolve()),
    stop: async () => void (await end(server)),
  };
}

/** Starts a proxy in front of the store, which may answer a request itself. It records the requests, in order. */
export async function startStoreProxy(
  { endpoint }: StoreProcess,
  disturb: (method: string, name: string, times: number) => number | null,
) {
  const requests: string[] = [];
  const proxy = await listen((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const name = `${method} ${url}`;
      const times = requests.filter((request) => request === name).length;
      requests.push(name);
      const status = disturb(method, url, times);
      if (status === 0) return void incoming.socket.destroy();
      if (status !== null) return void outgoing.writeHead(status).end('disturbed');
      const body = /PUT|POST/.test(method) ? { body: Buffer.concat(parts) } : {};
      const { connection: _c, 'content-length': _l, 'transfer-encoding': _t, ...rest } = headers;
      // Keep the Host header: the signature is for this address, which the store has to accept.
      void fetch(endpoint + url, { method, headers: rest as Record<string, string>, ...body }).then(
        async (answer) =>
          outgoing
            .writeHead(answer.status, { etag: answer.headers.get('etag') ?? '' })
            .end(Buffer.from(await answer.arrayBuffer())),
      );
    });
  });
  return { requests, origin: proxy.origin, close: () => proxy.close() };
}
