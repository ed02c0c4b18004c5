import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { faultListSchema, type FaultBoard } from './faults.ts';
import type { Exchange } from './host.ts';
import type { MovedList } from './points.ts';
import { Problem, replyJson, type Reply } from './reply.ts';
import { readJson } from './request-body.ts';
import type { RequestLog } from './request-log.ts';
import type { TokenStore } from './token-store.ts';

const LIMIT_BYTES = 256 * 1024;

export const CONTROL_PATH = /^\/__sandbox\/(.*)/;

export interface ControlParts {
  board: FaultBoard;
  log: RequestLog;
  list: MovedList;
  store: TokenStore;
}

/** The sandbox's own control endpoints, which the platform doesn't have: faults, the request log, ending of tokens. */
export async function answerControl(parts: ControlParts, { request, rest, url }: Exchange): Promise<Reply> {
  refuseWebPages(request, url);
  const { board, log, list, store } = parts;
  switch (`${request.method} ${rest}`) {
    case 'GET faults':
      return replyJson(200, board.show());
    case 'PUT faults':
      board.replace(parseFaults(await readJson(request, LIMIT_BYTES)));
      return replyJson(200, board.show());
    case 'DELETE faults':
      board.replace([]);
      list.restore();
      return replyJson(200, []);
    case 'GET requests':
      return replyJson(200, log.show());
    case 'DELETE requests':
      log.clear();
      return replyJson(200, log.show());
    case 'POST expire-tokens':
      return replyJson(200, { ended: store.dropAccessTokens() });
    case 'POST revoke':
      return replyJson(200, { ended: store.dropAllTokens() });
    default:
      throw new Problem(
        404,
        'Not Found',
        'The sandbox has GET/PUT/DELETE faults, GET/DELETE requests, POST expire-tokens and POST revoke.',
      );
  }
}

/**
 * Browsers send `Origin` with everything by which a page of another site could steer the sandbox. The host, too, because a name of
 * that site may lead to this machine (DNS rebinding): its pages then have the sandbox's origin.
 */
function refuseWebPages({ headers }: IncomingMessage, { host }: URL): void {
  const own = [host, host.replace('127.0.0.1', 'localhost')];
  if (headers.origin === undefined && own.includes(headers.host ?? '')) return;
  throw new Problem(403, 'Forbidden', `No web page is answered here, and no host but ${own.join(' and ')}.`);
}

function parseFaults(value: unknown) {
  const parsed = faultListSchema.safeParse(value);
  if (!parsed.success) throw new Problem(400, 'Bad Request', z.prettifyError(parsed.error));
  return parsed.data;
}
