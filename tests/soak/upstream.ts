import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const ANSWER = JSON.stringify({
  access_token: 'a'.repeat(200),
  token_type: 'Bearer',
  expires_in: 300,
  refresh_token: 'r'.repeat(100),
  scope: 'openid api:points:read api:shipments:write',
});

/** A token endpoint that does nothing but answer, so that what comes on top is the function's. */
export async function serveTokens(): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(ANSWER);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
