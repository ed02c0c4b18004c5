/**
 * Serves the storefront and forwards its requests to Vendure's Shop API, so that the session cookie has the
 * same origin.
 * `VENDURE_URL=http://127.0.0.1:3010 DROPPOINT_URL=http://localhost:3000 node storefront/server.mjs`
 */
import { readFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';

const { VENDURE_URL = 'http://127.0.0.1:3010', DROPPOINT_URL = 'http://localhost:3000' } = process.env;
const PORT = Number(process.env['STOREFRONT_PORT'] ?? 3005);

/** The picker needs one host in the policy: for its script, its frame, and its requests about points. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' ${DROPPOINT_URL}`,
  `frame-src ${DROPPOINT_URL}`,
  `connect-src 'self' ${DROPPOINT_URL}`,
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const read = (name) => readFileSync(new URL(name, import.meta.url));
const FILES = {
  '/': { type: 'text/html', content: read('index.html') },
  '/shop.js': { type: 'text/javascript', content: read('shop.js') },
  '/shop-api.js': { type: 'text/javascript', content: read('shop-api.js') },
  '/shop.css': { type: 'text/css', content: read('shop.css') },
};

const server = createServer((incoming, outgoing) => {
  const { pathname } = new URL(incoming.url, 'http://shop');
  if (pathname === '/shop-api') return forwardRequest(incoming, outgoing);
  const file = Object.hasOwn(FILES, pathname) ? FILES[pathname] : undefined;
  outgoing.writeHead(file ? 200 : 404, {
    'content-type': `${file?.type ?? 'text/plain'}; charset=utf-8`,
    'content-security-policy': POLICY,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(file?.content ?? 'There is no such page.');
});

function forwardRequest(incoming, outgoing) {
  const { method, headers } = incoming;
  const upstream = forward(`${VENDURE_URL}/shop-api`, { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.writeHead(502).end());
  incoming.pipe(upstream);
}

server.listen(PORT, '127.0.0.1', () => console.log(`The storefront is at http://127.0.0.1:${PORT}/`));
