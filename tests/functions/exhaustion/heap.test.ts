import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../../../functions/config.ts';
import { sealSession, startSession } from '../../../functions/oauth/session.ts';
import type { Usage } from '../report-usage.ts';
import { end } from '../../processes.ts';
import { makeFolder } from '../../temporary-folder.ts';
import { findFreePort } from '../find-free-port.ts';
import { ENVIRONMENT } from '../harness.ts';

/**
 * Number of requests that fill a store, each with its own entry. If their whole texts were kept,
 * they would take 12 MB, or twice that with two bytes per character.
 */
const ENTRIES = 500;
const PADDING = 25_000;
const AT_ONCE = 20;
/** Memory that a store's entries may take, including code compiled in the meantime. */
const MOST_BYTES = 5e6;
/** In megabytes. A process that keeps whole texts runs out of memory. */
const HEAP = 400;
const PROXY_HEADER = 'x-forwarded-for';

/** A platform that knows no parcel and grants every token. */
const platform: Server = createServer((requested, answer) => {
  answer.setHeader('content-type', 'application/json');
  const isToken = requested.url!.includes('/oauth2/token');
  const token = { access_token: 'a', token_type: 'Bearer', expires_in: 3600, scope: 'api:tracking:read' };
  requested.resume().on('end', () => answer.end(JSON.stringify(isToken ? token : { parcels: [] })));
});
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
let child: ChildProcess;
let port: number;
let environment: Record<string, string>;
const figures: string[] = [];

beforeAll(async () => {
  platform.listen(0, '127.0.0.1');
  await once(platform, 'listening');
  const address = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
  port = await findFreePort();
  environment = {
    ...ENVIRONMENT,
    PORT: String(port),
    HOST: '127.0.0.1',
    APP_ORIGIN: `http://localhost:${port}`,
    PLATFORM_BASE_URL: address,
    PLATFORM_AUTH_URL: address,
    PLATFORM_ACCOUNT_URL: address,
    TRUSTED_PROXY_HEADER: PROXY_HEADER,
    SERVED_PAGES: makeFolder(
      Object.fromEntries(Array.from({ length: ENTRIES }, (_, at) => [`file-${at}.txt`, String(at)])),
    ),
  };
  child = fork('tests/functions/serve-with-usage.ts', {
    execArgv: ['--expose-gc', `--max-old-space-size=${HEAP}`, '--import', 'tsx'],
    env: { ...process.env, ...environment },
  });
  await once(child, 'message');
});
afterAll(async () => {
  agent.destroy();
  platform.close();
  await end(child, 'SIGKILL');
  console.log(`heap grown by ${ENTRIES} entries, in MB: ${figures.join(', ')}`);
});

async function readHeap(): Promise<number> {
  child.send('memory');
  const [usage] = (await once(child, 'message')) as [Usage];
  return usage.heapBytes;
}

interface Question {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Each request comes from another client, so that no limit refuses it; the proxy appends to the
 * header that the client sent.
 */
function sendCall(at: number, { path, method = 'GET', headers = {}, body }: Question): Promise<number> {
  const client = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
  return new Promise((resolve, reject) => {
    const call = request(
      { agent, host: '127.0.0.1', port, path, method, headers: { [PROXY_HEADER]: client, ...headers } },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
    );
    call.on('error', reject);
    call.end(body);
  });
}

const padding = 'x'.repeat(PADDING);
const ownPage = () => ({
  origin: environment['APP_ORIGIN']!,
  'sec-fetch-site': 'same-origin',
  'x-requested-with': 'droppoint',
});

/** Behind other cookies in a long header. */
async function makeCookie(at: number): Promise<string> {
  const tokens = { accessToken: `access-${at}`, refreshToken: `refresh-${at}`, scope: null, account: null };
  const session = startSession({ ...tokens, expiresInSeconds: 3600 }, Date.now());
  const [cookie] = (await sealSession(session, parseSettings(environment), Date.now())).split(';');
  return `a=${padding}; ${cookie}`;
}

const REFRESH = new URLSearchParams({ grant_type: 'refresh_token', client_id: 'droppoint' }).toString();
const FORM = 'application/x-www-form-urlencoded';

/** Each store, with the longest request from which its route keeps a text. */
const STORES: [what: string, status: number, question: (at: number) => Question | Promise<Question>][] = [
  ['parcels', 200, (at) => ({ path: `/api/parcels/GUESS${at + 100_000_000}?${padding}` })],
  [
    'parcels of a list, with a letter of two bytes',
    200,
    (at) => ({
      path: `/api/parcels?numbers=WIDER${at + 100_000_000}%E3%80%80${','.repeat(800)}&_=${padding}`,
    }),
  ],
  ['files', 200, (at) => ({ path: `/file-${at}.txt?${padding}` })],
  ['files that aren’t there', 404, (at) => ({ path: `/nowhere-${at}.txt?${padding}` })],
  [
    'counts of clients by their address',
    200,
    (at) => ({
      path: '/api/openapi.json',
      headers: { [PROXY_HEADER]: `${padding}, 2001:db8:${at.toString(16)}:1::1` },
    }),
  ],
  [
    'counts of clients by another text',
    200,
    (at) => ({
      path: '/api/openapi.json',
      headers: { [PROXY_HEADER]: `${padding}, a-client-in-words-${at}` },
    }),
  ],
  [
    'refreshes',
    200,
    async (at) => ({
      path: '/api/oauth/token',
      method: 'POST',
      headers: {
        ...ownPage(),
        cookie: await makeCookie(at),
        'content-type': FORM,
        'x-token-refresh': 'force',
      },
      body: REFRESH,
    }),
  ],
  [
    'logouts',
    204,
    async (at) => ({
      path: '/api/oauth/logout',
      method: 'POST',
      headers: { ...ownPage(), cookie: await makeCookie(at) },
    }),
  ],
];

describe('Heap: what long requests leave behind', () => {
  it.each(STORES)(
    'the process keeps only the part of a long request that it needs: %s',
    async (what, status, question) => {
      let next = 0;
      const statuses = new Set<number>();
      const fill = async (until: number) => {
        const sendNext = async () => {
          while (next < until) {
            const at = next++;
            statuses.add(await sendCall(at, await question(at)));
          }
        };
        await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
      };
      await fill(AT_ONCE);
      const before = await readHeap();
      await fill(ENTRIES);
      const grown = (await readHeap()) - before;
      figures.push(`${what} ${(grown / 1e6).toFixed(1)}`);
      expect([...statuses]).toEqual([status]);
      expect(grown).toBeLessThan(MOST_BYTES);
    },
  );
});
