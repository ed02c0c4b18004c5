import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type OutgoingHttpHeaders } from 'node:http';
import { dirname, join } from 'node:path';
import { startServer } from '../../../functions/node/start.ts';
import { end, waitUntilReady } from '../../processes.ts';
import { startCarrier, type TestCarrier } from '../../sandbox/carrier-client.ts';
import { settingsOf } from '../../sandbox/sandbox-client.ts';
import { bindBucket, deployNetwork, startWorkerd } from '../../start-workerd.ts';
import { ANDORRA, createStreets } from '../../streets/andorra.ts';
import { makeFolder } from '../../temporary-folder.ts';
import { findFreePort } from '../find-free-port.ts';
import { publishSandbox } from '../publish-sandbox.ts';

/** A city of the published network. */
export const CITY = 'Testowo';
export const SHOP = 'https://shop.example';
export const RETURN_LINK_SECRET = 'canary-secret-of-return-links-0123456789';
export const POINT_LINK_SECRET = 'fern:canary-secret-of-point-links-0123456789';

interface Sent {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  /** Address of this machine from which it is sent. */
  from?: string;
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A runtime that serves the function and its pages. */
interface Served {
  /** Lines of the function's log so far. */
  readLog: () => string;
  close: () => Promise<unknown>;
}
type Serve = (settings: Record<string, string>, network: string, streets: string) => Promise<Served>;

export type Running = Awaited<ReturnType<typeof startRunning>>;

/** Starts the function with a published network and streets, and with its own sandbox. */
export async function startRunning(serve: Serve) {
  const port = await findFreePort();
  const carrier = await startCarrier();
  const streets = createStreets();
  await streets.take(ANDORRA, 'andorra');
  const settings = {
    ...settingsOf(carrier.sandbox.addresses),
    PORT: String(port),
    APP_ORIGIN: `http://localhost:${port}`,
    EMBED_ORIGINS: SHOP,
    PLATFORM_BASIC: 'plain',
    PLATFORM_ORGANIZATION_ID: 'org-1',
    RETURN_LINK_SECRETS: RETURN_LINK_SECRET,
    POINT_LINK_SECRETS: POINT_LINK_SECRET,
    SESSION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64url')}`,
  };
  const served = await serve(settings, await publishPoints(carrier), streets.folder);
  await waitUntilReady(`${settings.APP_ORIGIN}/api/health`);

  /** Sends a request exactly as written: no client adds or corrects anything. */
  const send = (path: string, { method = 'GET', headers = {}, body, from }: Sent = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const address = { host: '127.0.0.1', port, ...(from && { localAddress: from }) };
      const call = request({ ...address, method, path, agent: false });
      const all: OutgoingHttpHeaders = { host: `localhost:${port}`, ...headers };
      for (const [name, value] of Object.entries(all)) if (value !== undefined) call.setHeader(name, value);
      call.once('response', (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        const { statusCode: status = 0 } = answer;
        answer.once('end', () => resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) }));
      });
      call.once('error', reject);
      call.end(body);
    });

  return {
    carrier,
    origin: settings.APP_ORIGIN,
    clientId: settings.PLATFORM_CLIENT_ID,
    request: send,
    readLog: served.readLog,
    /** Number of requests to the platform whose paths begin with this one. */
    async countCalls(path: string): Promise<number> {
      const { recent } = (await carrier.control('GET', 'requests')) as unknown as {
        recent: { path: string }[];
      };
      return recent.filter((requested) => requested.path.startsWith(path)).length;
    },
    async close() {
      await served.close();
      await carrier.close();
    },
  };
}

/** Publishes a hundred of the sandbox's points, and a city where the locker is. @returns the folder */
async function publishPoints(carrier: TestCarrier): Promise<string> {
  const { id, coordinates } = carrier.locker;
  const { files, manifest } = await publishSandbox(carrier, 100, {
    places: [{ name: CITY, kind: 'city', count: 1, country: id.slice(0, 2), ...coordinates }],
  });
  files.set('manifest.json', JSON.stringify({ ...manifest, walkedAt: new Date().toISOString() }));
  const folder = makeFolder();
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Serves on Node, with stand-ins for the pages of a build. */
export const onNode: Serve = async (settings, network, streets) => {
  const names = [
    'index',
    'account',
    'account/callback',
    'account/pack',
    'network',
    'configure',
    'choose',
    'parcel',
    'embed',
    '404',
  ];
  const build = makeFolder(Object.fromEntries(names.map((name) => [`${name}.html`, `the page ${name}`])));
  const lines: string[] = [];
  const server = await startServer(
    { ...settings, SNAPSHOT_DIR: network, STREETS_DIR: streets },
    build,
    (line) => lines.push(JSON.stringify(line)),
  );
  return { readLog: () => lines.join('\n'), close: () => server.close() };
};

/** Serves on workerd, as at the edge: the network deployed with the pages of the build, the streets in a bucket. */
export const onWorkerd: Serve = async (settings, network, streets) => {
  const port = Number(settings['PORT']);
  const folder = `.cache/tests/edge-${port}`;
  const logFile = `${folder}/log`;
  const config = await bindBucket(folder, deployNetwork(folder, network), streets);
  const child = startWorkerd(port, settings, config, logFile);
  // Wrangler adds its own lines, with the paths of requests.
  const readLog = () => readFileSync(logFile, 'utf8').match(/^\{.*/gm)?.join('\n') ?? '';
  const close = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  return { readLog, close };
};
