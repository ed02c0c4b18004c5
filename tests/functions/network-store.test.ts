import { describe, expect, it } from 'vitest';
import {
  createNetworkAddress,
  sendUnpacked,
  serveNetworkFrom,
} from '../../functions/points/network-store.ts';
import { SHARED_SHORT_FILES_SINCE_MINOR } from '../../src/lib/snapshot-format/manifest.ts';
import { listen } from '../processes.ts';
import { makeGrid } from '../unit/network/open-test-snapshot.ts';
import { publish } from '../unit/network/publish-in-memory.ts';
import { startPublished } from './start-published.ts';

const VERSION = '0123456789abcdef';
const asText = async (answer: Response) => `${answer.status} ${await answer.text()}`;

/** A store that has any file, and records the names requested. */
function makeStore() {
  const asked: string[] = [];
  const store = createNetworkAddress('https://files.example/live/', (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.resolve(new Response('a file'));
  });
  const serve = serveNetworkFrom(sendUnpacked(store), () => new Response('a page'));
  return { asked, store, ask: async (path: string) => serve(new Request(`https://points.example${path}`)) };
}

describe('a network in a store', () => {
  it.each([
    ['manifest.json', 'manifest.json'],
    [`${VERSION}/blocks/12.bin`, `${VERSION}/blocks/12.bin`],
    // Names of places with a single letter, in any script.
    [`${VERSION}/places/short/PL/${encodeURIComponent('я')}.json`, `${VERSION}/places/short/PL/%D1%8F.json`],
  ])('is asked for %s by its name', async (name, inStore) => {
    const { ask, asked } = makeStore();
    expect(await asText(await ask(`/snapshot/${name}`))).toBe('200 a file');
    expect(asked).toEqual([`https://files.example/live/${inStore}`]);
  });

  it.each([
    '.lock',
    '.walk/items.ndjson',
    '%2e%2e%2fsecret',
    `${VERSION}/a%2f..%2fb.json`,
    'a%00.json',
    '%',
    'a%3Fb',
    'a'.repeat(300),
  ])('is never asked for %s', async (name) => {
    const { ask, asked } = makeStore();
    expect((await ask(`/snapshot/${name}`)).status).toBe(404);
    expect(asked).toEqual([]);
  });
});

describe('a store at a URL that answers with', () => {
  it('a redirect doesn’t answer: no other address is asked', async () => {
    const asked: string[] = [];
    const server = await listen((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    try {
      const reading = createNetworkAddress(`${server.origin}/live/`, fetch).read('manifest.json');
      await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      await server.close();
    }
    expect(asked).toEqual(['/live/manifest.json']);
  });

  it('more than any file of a network has is not read to its end', async () => {
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
    await expect(store.read('manifest.json')).rejects.toMatchObject({ code: 'unavailable' });
    expect(sent).toBeLessThan(70);
  });
});

it('has its files asked for by name where the function reads them for itself', async () => {
  const { harness, asked } = startPublished(
    await publish(makeGrid(4), { minor: SHARED_SHORT_FILES_SINCE_MINOR - 1 }),
    'Node',
  );
  await harness.ask(`/api/nearest-points?address=${encodeURIComponent('я')}`);
  expect(asked.filter((name) => name.includes('/short/')).map((name) => name.split('/').pop())).toEqual([
    'я.json',
  ]);
});
