import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Usage } from '../../tests/functions/serve-with-usage.ts';

/** Answers every request with ten bytes, and reports its processor time on request (bare-server.ts). */
const server = createServer((_request, response) => response.end('0123456789'));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  const { heapUsed, rss } = process.memoryUsage();
  const usage: Usage = { heapBytes: heapUsed, residentBytes: rss, cpuMs: (user + system) / 1000 };
  process.send?.(usage);
});
process.once('disconnect', () => process.exit());
