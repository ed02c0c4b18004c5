import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerApi, nameApiRoute } from './api.ts';
import { translateBasicHeader } from './basic-credentials.ts';
import { loadDataFile } from './data-file.ts';
import { FaultBoard } from './faults.ts';
import { createHost, type Answer } from './host.ts';
import { createLoginPages } from './login-pages.ts';
import { generateNetwork } from './network/generate.ts';
import { placeOnStreets } from './network/on-streets.ts';
import { createOAuthServer, type OAuthServer } from './oauth.ts';
import { MovedList, type SandboxPoints } from './points.ts';
import { Problem } from './reply.ts';
import { RequestLog } from './request-log.ts';
import type { SandboxSettings } from './settings.ts';
import { TokenStore } from './token-store.ts';

const TOKEN_PATH = '/oauth2/token';
const AUTHORIZE_PATH = '/oauth2/authorize';

/** A running sandbox. */
export interface Sandbox {
  /** Origins of the API host, the token host and the login host. */
  addresses: { base: string; auth: string; account: string };
  /** Points it serves. */
  points: number;
  /** What was wrong with the data file, one sentence a line that was skipped. */
  warnings: string[];
  close: () => Promise<void>;
}

/** The sandbox cannot start; the message is for people. */
export class SandboxStartError extends Error {
  override name = 'SandboxStartError';
}

/**
 * Starts the three hosts on 127.0.0.1.
 * @throws SandboxStartError where a port is taken or the data file cannot be read.
 */
export async function startSandbox(settings: SandboxSettings): Promise<Sandbox> {
  const servers: Server[] = [];
  // The hosts' addresses go into the network and the OAuth server, so the ports are opened before there is anything to
  // answer; a request that comes in between waits.
  let openDoors: (listeners: RequestListener[]) => void = () => undefined;
  const doorsOpen = new Promise<RequestListener[]>((resolve) => (openDoors = resolve));
  try {
    const open = (offset: number) => listen(servers, settings.port, offset, doorsOpen);
    const addresses = { base: await open(0), auth: await open(1), account: await open(2) };
    const { source, warnings } = await openPoints(settings, addresses.base);
    const listeners = await createHosts(settings, addresses, source);
    openDoors(listeners);
    return { addresses, points: source.count, warnings, close: () => closeAll(servers) };
  } catch (error) {
    await closeAll(servers);
    throw error;
  }
}

async function openPoints(
  settings: SandboxSettings,
  imageBase: string,
): Promise<{ source: SandboxPoints; warnings: string[] }> {
  const { points, seed, streets, dataFile } = settings;
  try {
    if (dataFile !== undefined) return await loadDataFile(dataFile);
    const network = generateNetwork({ points, seed, imageBase });
    if (streets === undefined) return { source: network, warnings: [] };
    return { source: putInFront(await placeOnStreets(streets, seed, imageBase), network), warnings: [] };
  } catch (cause) {
    const file = dataFile === undefined ? `archive of streets ${streets}` : `data file ${dataFile}`;
    throw new SandboxStartError(`The ${file} cannot be read.`, { cause });
  }
}

function putInFront(items: readonly object[], rest: SandboxPoints): SandboxPoints {
  return {
    count: items.length + rest.count,
    jsonAt: (index) =>
      index < items.length ? JSON.stringify(items[index]) : rest.jsonAt(index - items.length),
  };
}

async function createHosts(
  settings: SandboxSettings,
  addresses: Sandbox['addresses'],
  source: SandboxPoints,
): Promise<RequestListener[]> {
  const board = new FaultBoard();
  board.replace(settings.faults);
  const log = new RequestLog();
  const store = new TokenStore();
  const list = new MovedList(source);
  const oauth = await createOAuthServer(addresses.account, settings, store);
  const pages = createLoginPages(oauth.provider, store, settings.appOrigins, 'Droppoint');
  const shared = { board, log, redirectTarget: `${addresses.base}/redirected` };
  return [
    createHost({
      ...shared,
      name: 'api',
      origin: addresses.base,
      cors: true,
      nameRoute: nameApiRoute,
      answer: (exchange) =>
        answerApi({ board, log, list, store, oauth, maxPerPage: settings.maxPerPage }, exchange),
    }),
    createHost({
      ...shared,
      name: 'token',
      origin: addresses.auth,
      cors: true,
      nameRoute: (path) => (path === TOKEN_PATH ? 'token' : 'other'),
      answer: answerToken(oauth, settings),
    }),
    createHost({
      ...shared,
      name: 'login',
      origin: addresses.account,
      cors: false,
      nameRoute: (path) => {
        if (path === AUTHORIZE_PATH) return 'authorize';
        return path.startsWith('/interaction/') || path.startsWith(`${AUTHORIZE_PATH}/`)
          ? 'login-pages'
          : 'other';
      },
      answer: answerLogin(oauth, pages),
    }),
  ];
}

function answerToken(oauth: OAuthServer, settings: SandboxSettings): Answer {
  return async ({ request, response, url }) => {
    if (url.pathname !== TOKEN_PATH)
      throw new Problem(404, 'Not Found', `This host has POST ${TOKEN_PATH} only.`);
    if (request.method !== 'POST') {
      throw new Problem(405, 'Method Not Allowed', 'The token endpoint takes POST only.', { Allow: 'POST' });
    }
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      request.headers.authorization = translateBasicHeader(authorization, settings);
    }
    await oauth.handle(request, response);
    return undefined;
  };
}

function answerLogin(oauth: OAuthServer, answerPages: Answer): Answer {
  return async (exchange) => {
    const { request, response, url } = exchange;
    const path = url.pathname;
    if (path.startsWith('/interaction/')) return answerPages(exchange);
    if (path !== AUTHORIZE_PATH && !path.startsWith(`${AUTHORIZE_PATH}/`)) {
      throw new Problem(404, 'Not Found', `This host has GET ${AUTHORIZE_PATH} and its own pages only.`);
    }
    if (request.method !== 'GET') {
      throw new Problem(405, 'Method Not Allowed', 'The authorization endpoint takes GET only.', {
        Allow: 'GET',
      });
    }
    await oauth.handle(request, response);
    return undefined;
  };
}

const HOST_WORDS = ['API host', 'token host', 'login host'];

async function listen(
  servers: Server[],
  basePort: number,
  offset: number,
  doorsOpen: Promise<RequestListener[]>,
): Promise<string> {
  const server = createServer((request, response) => {
    void doorsOpen.then((listeners) => listeners[offset]?.(request, response));
  });
  const port = basePort === 0 ? 0 : basePort + offset;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code})`;
    throw new SandboxStartError(
      `Port ${port} for the sandbox's ${HOST_WORDS[offset]} ${why}. ` +
        'Stop what uses it, or set SANDBOX_PORT to the first of three free ports.',
      { cause: error },
    );
  });
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeAll(servers: Server[]): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    }),
  );
}
