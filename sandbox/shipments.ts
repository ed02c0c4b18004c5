import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Problem, replyJson, type Reply } from './reply.ts';
import { readBody } from './request-body.ts';

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
  const text = await readBody(request, LIMIT_BYTES);
  return replyJson(201, {
    id: randomUUID(),
    organizationId,
    status: 'created',
    createdAt: new Date().toISOString(),
    received: parseObject(text),
  });
}

function parseObject(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem(400, 'Bad Request', text === '' ? 'The body is empty.' : 'The body is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem(400, 'Bad Request', 'The body must be a JSON object.');
  }
  return value;
}
