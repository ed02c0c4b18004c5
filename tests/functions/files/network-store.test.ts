import type { R2Bucket } from '@cloudflare/workers-types';
import { describe, expect, it } from 'vitest';
import {
  createNetworkAddress,
  createNetworkBucket,
  sendUnpacked,
  serveNetworkFrom,
} from '../../../functions/files/network-store.ts';
import { listen } from '../../processes.ts';

const VERSION = '0123456789abcdef';
const asText = async (answer: Response) => `${answer.status} ${await answer.text()}`;

/** A store that has every file, and records the requested names. */
function makeStore() {
  const requested: string[] = [];
  const store = createNetworkAddress('https://files.example/live/', (input) => {
    requested.push(input instanceof Request ? input.url : String(input));
    return Promise.resolve(new Response('a file'));
  });
  const serve = serveNetworkFrom(sendUnpacked(store), () => new Response('a page'));
  return {
    requested,
    serve,
    ask: async (path: string) => serve(new Request(`https://points.example${path}`)),
  };
}

describe('Network in a store', () => {
  it.each([
    ['manifest.json', 'manifest.json'],
    [`${VERSION}/blocks/12.bin`, `${VERSION}/blocks/12.bin`],
    [`${VERSION}/places/short/PL/0.json`, `${VERSION}/places/short/PL/0.json`],
  ])('a request for %s reads the file of this name', async (name, inStore) => {
    const { ask: send, requested } = makeStore();
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
    const { ask: send, requested } = makeStore();
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
    const answer = await makeStore().ask(`/snapshot/${name}`);
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
    const { ask: send, requested } = makeStore();
    for (const path of ['/', '/snapshot', '/snapshots/manifest.json', '/my/snapshot/manifest.json'])
      expect(await asText(await send(path))).toBe('200 a page');
    expect(requested).toEqual([]);
  });

  it('a missing file is answered with a line of text', async () => {
    const store = createNetworkBucket({ get: () => Promise.resolve(null) } as unknown as R2Bucket);
    const serve = serveNetworkFrom(sendUnpacked(store), () => new Response('a page'));
    for (const name of ['manifest.json', '.lock'])
      expect(await asText(await serve(new Request(`https://points.example/snapshot/${name}`)))).toBe(
        '404 There is no such file.',
      );
  });
});

describe('Network in a bucket', () => {
  it('a file is read from the bucket by its name', async () => {
    const requested: string[] = [];
    const store = createNetworkBucket({
      get(name: string) {
        requested.push(name);
        const arrayBuffer = () => Promise.resolve(new TextEncoder().encode('a file').buffer);
        return Promise.resolve({ arrayBuffer });
      },
    } as unknown as R2Bucket);
    expect(new TextDecoder().decode((await store.read('manifest.json'))!)).toBe('a file');
    expect(requested).toEqual(['manifest.json']);
  });

  it('a failing bucket is unavailable', async () => {
    const store = createNetworkBucket({
      get: () => Promise.reject(new Error('R2 is down')),
    } as unknown as R2Bucket);
    await expect(store.read('manifest.json')).rejects.toMatchObject({
      code: 'unavailable',
      message: "The network's bucket doesn't answer.",
    });
  });
});

describe('Network at a URL', () => {
  const answering = (answer: () => Promise<Response>) =>
    createNetworkAddress('https://files.example/', answer);

  it.each([
    ['status 404 and a body', () => new Response('no such file', { status: 404 })],
    ['status 404 and no body', () => new Response(null, { status: 404 })],
  ])('an answer with %s means that the file is missing', async (_what, answer) => {
    expect(await answering(() => Promise.resolve(answer())).read('manifest.json')).toBeNull();
  });

  it.each([500, 403, 206, 204])(
    'an answer with status %i means unavailable, and its body isn’t read',
    async (status) => {
      let isCancelled = false;
      const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
      const answer = new Response(status === 204 ? null : body, { status });
      await expect(answering(() => Promise.resolve(answer)).read('manifest.json')).rejects.toMatchObject({
        code: 'unavailable',
        message: `The network's store answers with status ${status}.`,
      });
      expect(isCancelled).toBe(status !== 204);
    },
  );

  it('no answer, or half a file, means unavailable', async () => {
    const half = new ReadableStream({
      pull(controller) {
        controller.error(new TypeError('terminated'));
      },
    });
    for (const answer of [
      () => Promise.reject(new TypeError('fetch failed')),
      () => Promise.resolve(new Response(half)),
    ])
      await expect(answering(answer).read('manifest.json')).rejects.toMatchObject({
        code: 'unavailable',
        message: "The network's store doesn't answer.",
      });
  });

  it('a redirect isn’t followed and counts as no answer', async () => {
    const requested: string[] = [];
    const server = await listen((request, response) => {
      requested.push(request.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    try {
      const reading = createNetworkAddress(`${server.origin}/live/`, fetch).read('manifest.json');
      await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      await server.close();
    }
    expect(requested).toEqual(['/live/manifest.json']);
  });

  it('a file larger than any file of a network isn’t read to its end', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        sent++;
        controller.enqueue(new Uint8Array(1024 * 1024));
        if (sent === 1_000) controller.close();
      },
    });
    const store = createNetworkAddress('https://files.example/', () =>
      Promise.resolve(new Response(endless)),
    );
    await expect(store.read('manifest.json')).rejects.toMatchObject({
      code: 'unavailable',
      message: "The network's store sent a file that is too large.",
    });
    expect(sent).toBeGreaterThan(64);
    expect(sent).toBeLessThan(70);
  });
});
