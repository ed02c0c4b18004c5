import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiRoutes, explainUnknownPath } from './api.ts';
import { translateBasicHeader } from './basic-credentials.ts';
import { createCarrier, type SandboxCarrier } from './carrier/carrier.ts';
import { startWebhooks } from './carrier/webhooks.ts';
import { loadDataFile } from './data-file.ts';
import { FaultBoard } from './faults.ts';
import { createHost, type SandboxAnswer } from './host.ts';
import { createLoginPages } from './login-pages.ts';
import { generateNetwork } from './network/generate.ts';
import { placeOnStreets } from './network/on-streets.ts';
import { createOAuthServer } from './oauth.ts';
import { MovedList, type SandboxPointSource } from './points.ts';
import { RequestLog } from './request-log.ts';
import { SandboxStartError, type SandboxSettings } from './settings.ts';
import { TokenStore } from './token-store.ts';

/** Keep a connection without requests open for this long. */
const KEEP_ALIVE_MS = 60_000;

/** A running sandbox. */
export interface Sandbox {
  /** Origins of the API host, the token host and the login host. */
  addresses: { base: string; auth: string; account: string };
  /** Number of points. */
  points: number;
  /** A warning for each skipped line of the data file. */
  warnings: string[];
  close: () => Promise<void>;
}

/**
 * Starts the three hosts on 127.0.0.1.
 * @throws SandboxStartError if a port can't be opened, or the data file or the archive of streets can't be read.
 */
export async function startHosts(settings: SandboxSettings): Promise<Sandbox> {
  const servers: Server[] = [];
  // Open the ports first, because the network and the OAuth server need the hosts' origins. Requests wait until the hosts are
  // ready.
  let openDoors: (listeners: RequestListener[]) => void = () => undefined;
  const doorsOpen = new Promise<RequestListener[]>((resolve) => (openDoors = resolve));
  try {
    const open = (offset: number) => listen(servers, settings.port, offset, doorsOpen);
    const addresses = { base: await open(0), auth: await open(1), account: await open(2) };
    const { source, warnings } = await openPoints(settings, addresses.base);
    const carrier = createCarrier(new MovedList(source), settings);
    openDoors(await createHosts(settings, addresses, carrier));
    const stopWebhooks = openWebhooks(settings, carrier);
    const close = () => {
      stopWebhooks();
      return closeAll(servers);
    };
    return { addresses, points: source.count, warnings, close };
  } catch (error) {
    await closeAll(servers);
    throw error;
  }
}

function openWebhooks(settings: SandboxSettings, carrier: SandboxCarrier): () => void {
  const { webhookUrl: url, webhookSecret, webhookKey, webhookSigned: signed, webhookPrefix } = settings;
  if (url === undefined) return () => undefined;
  const key = webhookKey === undefined ? { secret: webhookSecret! } : { privateKey: webhookKey };
  return startWebhooks(carrier, { url, key, signed, prefix: webhookPrefix });
}

async function openPoints(
  settings: SandboxSettings,
  imageBase: string,
): Promise<{ source: SandboxPointSource; warnings: string[] }> {
  const { points, seed, streets, dataFile } = settings;
  try {
    if (dataFile !== undefined) return await loadDataFile(dataFile);
    const network = generateNetwork({ points, seed, imageBase });
    if (streets === undefined) return { source: network, warnings: [] };
    const items = await placeOnStreets(streets, seed, imageBase);
    const itemAt = (index: number) => items[index] ?? network.itemAt(index - items.length);
    const source = {
      count: items.length + points,
      itemAt,
      jsonAt: (index: number) => JSON.stringify(itemAt(index)),
      idAt: (index: number) => items[index]?.id ?? network.idAt(index - items.length),
    };
    return { source, warnings: [] };
  } catch (cause) {
    const file = dataFile === undefined ? `archive of streets ${streets}` : `data file ${dataFile}`;
    throw new SandboxStartError(`Can't read the ${file}.`, { cause });
  }
}

async function createHosts(
  settings: SandboxSettings,
  addresses: Sandbox['addresses'],
  carrier: SandboxCarrier,
): Promise<RequestListener[]> {
  const board = new FaultBoard();
  board.replace(settings.faults);
  const log = new RequestLog();
  const store = new TokenStore();
  const oauth = await createOAuthServer(addresses.account, settings, store);
  const pages = createLoginPages(oauth.provider, store, settings.appOrigins);
  const shared = { board, log, redirectTarget: `${addresses.base}/redirected` };
  const handle: SandboxAnswer = async ({ request, response }) => {
    await oauth.handle(request, response);
    return undefined;
  };
  const answerToken: SandboxAnswer = (exchange) => {
    const { headers } = exchange.request;
    if (headers.authorization !== undefined)
      headers.authorization = translateBasicHeader(headers.authorization, settings);
    return handle(exchange);
  };
  return [
    createHost({
      ...shared,
      name: 'api',
      origin: addresses.base,
      cors: true,
      routes: createApiRoutes({ board, log, store, oauth, carrier }),
      explainUnknown: explainUnknownPath,
    }),
    createHost({
      ...shared,
      name: 'token',
      origin: addresses.auth,
      cors: true,
      routes: [{ name: 'token', path: /^\/oauth2\/token$/, method: 'POST', answer: answerToken }],
      explainUnknown: () => 'This host has POST /oauth2/token only.',
    }),
    createHost({
      ...shared,
      name: 'login',
      origin: addresses.account,
      cors: false,
      routes: [
        { name: 'authorize', path: /^\/oauth2\/authorize$/, method: 'GET', answer: handle },
        { name: 'login-pages', path: /^\/oauth2\/authorize\//, method: 'GET', answer: handle },
        { name: 'login-pages', path: /^\/interaction\//, answer: pages },
      ],
      explainUnknown: () => 'This host has GET /oauth2/authorize and its own pages only.',
    }),
  ];
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
  // Node's default of five seconds may pass while a busy process, such as a test's, computes. Node would then reset connections
  // that callers use again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const port = basePort === 0 ? 0 : basePort + offset;
  // Ignore errors: a connection that can't be accepted later must not end the process.
  server.on('error', () => undefined).listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${error.code})`;
    throw new SandboxStartError(
      `Port ${port} for the sandbox's ${HOST_WORDS[offset]} ${reason}. ` +
        'Stop the program that uses it, or set SANDBOX_PORT to the first of three free ports.',
      { cause: error },
    );
  });
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function closeAll(servers: Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = once(server, 'close');
      server.close().closeAllConnections();
      return closed;
    }),
  );
}
