import type { R2Bucket } from '@cloudflare/workers-types';
import { describe, expect, it } from 'vitest';
import { createBucketStore } from '../../../functions/files/bucket-store.ts';
import { createPageServer } from '../../../functions/files/page-server.ts';
import { createNetworkSender } from '../../../functions/files/send-network-file.ts';
import { NETWORK_PUBLICATION, type FileStore } from '../../../functions/files/store.ts';
import { createUrlStore } from '../../../functions/files/url-store.ts';

const VERSION = '0123456789abcdef';
const asText = async (answer: Response) => `${answer.status} ${await answer.text()}`;

const createServer = (store: FileStore) =>
  createPageServer(() => Promise.resolve(new Response('a page')), createNetworkSender(store));

/** A store that has every file, and records the requested names. */
function makeStore() {
  const requested: string[] = [];
  const answer: typeof fetch = (input) => {
    requested.push(input instanceof Request ? input.url : String(input));
    return Promise.resolve(new Response('a file'));
  };
  const serve = createServer(createUrlStore('https://files.example/live/', answer, NETWORK_PUBLICATION));
  return {
    requested,
    serve,
    request: async (path: string) => serve(new Request(`https://points.example${path}`)),
  };
}

describe('Network in a store', () => {
  it.each([
    ['manifest.json', 'manifest.json'],
    [`${VERSION}/blocks/12.bin`, `${VERSION}/blocks/12.bin`],
    [`${VERSION}/places/short/PL/0.json`, `${VERSION}/places/short/PL/0.json`],
  ])('a request for %s reads the file of this name', async (name, inStore) => {
    const { request: send, requested } = makeStore();
    expect(await asText(await send(`/snapshot/${name}`))).toBe('200 a file');
    expect(requested).toEqual([`https://files.example/live/${inStore}`]);
  });

  it.each([
    '.lock',
    '.walk/items.ndjson',
    '%2e%2e%2fsecret',
    `${VERSION}/a%2f..%2fb.json`,
    'a%00.json',
    '%',
    'a%3Fb',
    'a b',
    'a/%D1%8F.json',
    'a//b',
    'a/',
    '%2Fa',
    'a/.b',
    'a%0Ab',
    '',
    'a'.repeat(247),
    'a'.repeat(300),
  ])('a request for %s reads nothing from the store', async (name) => {
    const { request: send, requested } = makeStore();
    expect((await send(`/snapshot/${name}`)).status).toBe(404);
    expect(requested).toEqual([]);
  });
});

describe('Files of the network’s store', () => {
  it.each([
    ['manifest.json', 'application/json'],
    [`${VERSION}/report.txt`, 'text/plain; charset=utf-8'],
    [`${VERSION}/blocks/12.bin`, 'application/x-protobuf'],
    ['-x_y.z-1', 'application/x-protobuf'],
    ['a'.repeat(246), 'application/x-protobuf'],
  ])('a file is sent with the type that proxies and browsers rely on: %s', async (name, type) => {
    const answer = await makeStore().request(`/snapshot/${name}`);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(await asText(answer)).toBe('200 a file');
  });

  it('a HEAD request is answered without the file’s bytes', async () => {
    const { serve } = makeStore();
    const request = new Request('https://points.example/snapshot/manifest.json', { method: 'HEAD' });
    const answer = await serve(request);
    expect([await asText(answer), answer.headers.get('content-type')]).toEqual(['200 ', 'application/json']);
  });

  it('only paths below the network’s folder are files of the store; all others are pages', async () => {
    const { request: send, requested } = makeStore();
    for (const path of ['/', '/snapshot', '/snapshots/manifest.json', '/my/snapshot/manifest.json'])
      expect(await asText(await send(path))).toBe('200 a page');
    expect(requested).toEqual([]);
  });

  it('a missing file is answered with a line of text', async () => {
    const bucket = { get: () => Promise.resolve(null) } as unknown as R2Bucket;
    const store = createBucketStore(bucket, NETWORK_PUBLICATION);
    const serve = createServer(store);
    for (const name of ['manifest.json', '.lock'])
      expect(await asText(await serve(new Request(`https://points.example/snapshot/${name}`)))).toBe(
        '404 There is no such file.',
      );
  });

  it('a file is read from a bucket by its name', async () => {
    const bytes = new TextEncoder().encode('table');
    const objects = new Map([
      [`${VERSION}/table.bin`, { size: bytes.length, arrayBuffer: () => bytes.buffer }],
    ]);
    const bucket = { get: (name: string) => Promise.resolve(objects.get(name) ?? null) };
    const serve = createServer(createBucketStore(bucket as never, NETWORK_PUBLICATION));
    const send = async (path: string) => asText(await serve(new Request(`https://points.example${path}`)));
    expect(await send(`/snapshot/${VERSION}/table.bin`)).toBe('200 table');
    expect(await send(`/snapshot/${VERSION}/other.bin`)).toBe('404 There is no such file.');
    expect(await send('/embed')).toBe('200 a page');
  });
});
