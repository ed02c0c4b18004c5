import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import type { SandboxCarrier } from './carrier/carrier.ts';
import type { CarrierClock } from './carrier/clock.ts';
import { faultListSchema, type FaultBoard } from './faults.ts';
import type { Exchange } from './host.ts';
import { Problem, replyJson, type Reply } from './reply.ts';
import { readJson } from './request-body.ts';
import type { RequestLog } from './request-log.ts';
import type { TokenStore } from './token-store.ts';

const LIMIT_BYTES = 256 * 1024;

export const CONTROL_PATH = /^\/__sandbox\/(?<name>.*)/;

const clockSchema = z.strictObject({ daySeconds: z.int().check(z.minimum(0), z.maximum(86_400)) });
const advanceSchema = z.strictObject({ hours: z.number().check(z.gt(0), z.maximum(10_000)) });

export interface ControlParts {
  board: FaultBoard;
  log: RequestLog;
  store: TokenStore;
  carrier: SandboxCarrier;
}

/** Answers the control endpoints, which the platform doesn't have: faults, the clock, the request log, ending of tokens. */
export async function answerControl(
  parts: ControlParts,
  { request, parameters, url }: Exchange,
): Promise<Reply> {
  refuseWebPages(request, url);
  const { board, log, store } = parts;
  const { list, clock } = parts.carrier;
  switch (`${request.method} ${parameters.name}`) {
    case 'GET faults':
      return replyJson(200, board.show());
    case 'PUT faults':
      board.replace(parse(faultListSchema, await readJson(request, LIMIT_BYTES)));
      return replyJson(200, board.show());
    case 'DELETE faults':
      board.replace([]);
      list.restore();
      return replyJson(200, []);
    case 'GET clock':
      return replyJson(200, showClock(clock));
    case 'PUT clock':
      clock.setDaySeconds(parse(clockSchema, await readJson(request, LIMIT_BYTES)).daySeconds);
      return replyJson(200, showClock(clock));
    case 'POST clock/advance':
      clock.advance(parse(advanceSchema, await readJson(request, LIMIT_BYTES)).hours);
      return replyJson(200, showClock(clock));
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
        'The sandbox has GET/PUT/DELETE faults, GET/PUT clock, POST clock/advance, GET/DELETE requests, ' +
          'POST expire-tokens and POST revoke.',
      );
  }
}

/**
 * Refuses requests from web pages. Browsers send `Origin` with every request by which a page of another site could control the
 * sandbox. Checks the host too, because a name of that site may lead to this machine (DNS rebinding): its pages then have the
 * sandbox's origin.
 */
export function refuseWebPages({ headers }: IncomingMessage, { host }: URL): void {
  const own = [host, host.replace('127.0.0.1', 'localhost')];
  if (headers.origin === undefined && own.includes(headers.host ?? '')) return;
  throw new Problem(
    403,
    'Forbidden',
    `Requests from web pages, and to other hosts than ${own.join(' and ')}, are refused.`,
  );
}

const showClock = ({ daySeconds, calendarMs }: CarrierClock) => ({
  daySeconds,
  now: new Date(calendarMs).toISOString(),
});

function parse<Value>(schema: z.ZodMiniType<Value>, value: unknown): Value {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Problem(400, 'Bad Request', z.prettifyError(parsed.error));
  return parsed.data;
}
