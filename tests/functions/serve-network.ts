import { text } from 'node:stream/consumers';
import { listen, type Listening } from '../processes.ts';
import type { Published } from '../unit/network/publish-in-memory.ts';
import { startHarness } from './harness.ts';

/** A Droppoint at an address: the function with a published network, whose clock stands at its publication. */
export async function serveNetwork({ files, manifest }: Published): Promise<Listening> {
  const { ask, clock } = startHarness({
    servePage: (request) => {
      const content = files.get(new URL(request.url).pathname.replace('/snapshot/', ''));
      return new Response(typeof content === 'string' ? content : content?.slice(), {
        status: content === undefined ? 404 : 200,
      });
    },
  });
  clock.nowMs = Date.parse(manifest.walkedAt);
  return listen((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      const sent = { 'content-type': headers['content-type'] ?? '' };
      const answer = await ask(url, method === 'POST' ? { method, headers: sent, body } : {});
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });
}
