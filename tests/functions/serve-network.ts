import { text } from 'node:stream/consumers';
import { listen, type Listening } from '../processes.ts';
import type { Published } from '../unit/network/publish-in-memory.ts';
import type { HarnessOptions } from './harness.ts';
import { startPublished } from './start-published.ts';

/**
 * Serves a Droppoint on a port: the function with a published network, its clock set to a day after
 * publication.
 */
export async function serveNetwork(published: Published, options: HarnessOptions = {}): Promise<Listening> {
  const { harness } = startPublished(published, 'edge', options);
  return listen((request, response) => {
    void text(request).then(async (body) => {
      const { method = '', url = '', headers } = request;
      const sent = { 'content-type': headers['content-type'] ?? '' };
      const answer = await harness.request(url, method === 'POST' ? { method, headers: sent, body } : {});
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
    });
  });
}
