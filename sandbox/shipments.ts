import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem, replyJson, type Reply } from './reply.ts';
import { readJson } from './request-body.ts';

const LIMIT_BYTES = 1024 * 1024;

/**
 * Creates a shipment (docs/platform-api.md, chapter 4). Body and answer are not shown there: any JSON object is taken and
 * given back as `received`. Nothing is kept.
 */
export async function createShipment(request: IncomingMessage, organizationId: string): Promise<Reply> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem(415, 'Unsupported Media Type', 'The body must be application/json.');
  }
  const received = await readJson(request, LIMIT_BYTES);
  if (typeof received !== 'object' || received === null || Array.isArray(received)) {
    throw new Problem(400, 'Bad Request', 'The body must be a JSON object.');
  }
  const createdAt = new Date().toISOString();
  return replyJson(201, { id: randomUUID(), organizationId, status: 'created', createdAt, received });
}
