import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reportUsage } from '../../tests/functions/report-usage.ts';

/** Answers every request with ten bytes, and reports its processor time on request (bare-server.ts). */
const server = createServer((_request, response) => response.end('0123456789'));
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
reportUsage();
process.once('disconnect', () => process.exit());
