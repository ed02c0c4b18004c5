import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openObjectStore, type ObjectStore } from '../../publisher/object-store.ts';
import { findFreePort } from '../functions/find-free-port.ts';
import { end, listen, startProgram, waitUntilReady } from '../processes.ts';

const BUCKET = 'droppoint';

/** A server that speaks S3's protocol, as a process of its own. */
export interface StoreProcess {
  endpoint: string;
  /** What leads there. */
  environment: Record<string, string>;
  /** Where anybody can read what was put at a prefix. */
  addressOf(prefix: string): string;
  /** Does not wait before it tries again. */
  open(prefix: string, changes?: Record<string, string>): ObjectStore;
  stop(): Promise<void>;
}

/** @param more buckets beside the one that `open` opens a part of */
export async function startStore(more: string[] = []): Promise<StoreProcess> {
  const port = await findFreePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const stored = mkdtempSync(join(tmpdir(), 'droppoint-s3-'));
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
    async stop() {
      await end(server);
      rmSync(stored, { recursive: true, force: true });
    },
  };
}

/** Stands before the store, and may do otherwise with a request. Tells what was asked, in order. */
export async function standBefore(
  { endpoint }: StoreProcess,
  disturb: (method: string, name: string, times: number) => number | null,
) {
  const asked: string[] = [];
  const proxy = await listen((incoming, outgoing) => {
    const { method = '', url = '', headers } = incoming;
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const name = `${method} ${url}`;
      const times = asked.filter((each) => each === name).length;
      asked.push(name);
      const status = disturb(method, url, times);
      if (status === 0) return void incoming.socket.destroy();
      if (status !== null) return void outgoing.writeHead(status).end('disturbed');
      const body = /PUT|POST/.test(method) ? { body: Buffer.concat(parts) } : {};
      const { connection: _c, 'content-length': _l, 'transfer-encoding': _t, ...rest } = headers;
      // Signed for this address: the store is to believe that it is its own.
      void fetch(endpoint + url, { method, headers: rest as Record<string, string>, ...body }).then(
        async (answer) =>
          outgoing
            .writeHead(answer.status, { etag: answer.headers.get('etag') ?? '' })
            .end(Buffer.from(await answer.arrayBuffer())),
      );
    });
  });
  return { asked, origin: proxy.origin, close: () => proxy.close() };
}
