import { once } from 'node:events';
import { cpSync, existsSync, renameSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test as base } from '@playwright/test';
import { end, startLogged, startProgram, waitUntilReady } from '../processes.ts';
import { deployNetwork, startWorkerd, writeConfig } from '../start-workerd.ts';
import { TEST_MS } from '../timeouts.ts';

export interface RuntimeOptions {
  /** The runtime that serves the app and runs the function. */
  runtime: 'node' | 'workerd';
  /** File whose points the platform serves, instead of the generated network (sandbox/README.md, SANDBOX_DATA). */
  dataFile: string;
  /**
   * Size of the generated network. Small where the network isn't under test: a page that reads the list itself is ready sooner.
   */
  points: number;
  /** Whether streets of Andorra are published, for Node: tests/functions/running has a bucket of them for the edge. */
  streets: boolean;
  /** Whether the platform pushes the events of parcels to the example shop. */
  webhooks: boolean;
  /** Whether the network is deployed with the pages, as in docs/operating.md: for the edge. */
  deployed: boolean;
}

/** The whole product with its own sandbox. */
export interface Droppoint {
  origin: string;
  platform: string;
  /** The first origin of another site that may frame the picker; a test that needs a page there serves it. */
  shop: string;
  /** Switches faults of the platform on, replacing the earlier ones. */
  setFaults(faults: readonly object[]): Promise<void>;
  /** Requests to this path of the platform since the test began. */
  countPlatformRequests(path: string): Promise<number>;
  control(method: 'POST' | 'DELETE', path: string): Promise<void>;
  /**
   * Publishes the sandbox's network, as `npm run snapshot` does: once per run, and copied
   * afterwards.
   * @param how `anew`: publish again, because the sandbox's points may have changed
   */
  publish(how?: 'anew'): Promise<void>;
  unpublish(): Promise<void>;
  /** Leaves the network to the next file, if that publishes it too; else it is gone before the next test begins. */
  unpublishBeforeNextTest(): Promise<void>;
  /** Resolves once a browser gets the published network, or the answer that there is none. */
  servesPublished(): Promise<void>;
  /** Restarts the function, which otherwise notices another network only within half a minute. */
  restart(): Promise<void>;
  /** Folder of the published network. */
  published: string;
  /** The function's output since its start. */
  readFunctionLog(): string;
}

interface Settling {
  /** Does what was left for the beginning of a test. */
  settle(): Promise<void>;
}

const ANDORRA = 'sandbox/streets/andorra.pmtiles';
/** Tests of other products, as those of the plugin for Vendure, have ports of their own. */
const FIRST_PORT = Number(process.env['TEST_FIRST_PORT'] ?? 3300);
const PORTS_PER_WORKER = 20;
/** Port of the example shop, above the first one. */
export const SHOP = 4;
const POINTS = 3_000;
export const FEW_POINTS = 150;
export const CLIENT_ID = 'droppoint-test_client.1';
export const CLIENT_SECRET = 'canary-secret~with/odd+characters%20:and-a-colon';
export const RETURN_LINK_SECRET = 'canary-secret-of-return-links-0123456789';
export const POINT_LINK_SECRET = 'kiln:canary-secret-of-point-links-0123456789';
export const WEBHOOK_SECRET = 'canary-secret-of-webhooks-0123456789';

/**
 * Networks that this run has published, for reuse: publishing takes some seconds, and most spec
 * files need the same one.
 */
const STORED = '.cache/tests/kept';
const RUN = process.ppid;

const logFileOf = (port: string) => `.cache/tests/function-${port}.log`;

export const test = base.extend<
  { cleanPlatform: void },
  RuntimeOptions & { droppoint: Droppoint & Settling }
>({
  runtime: ['node', { option: true, scope: 'worker' }],
  dataFile: ['', { option: true, scope: 'worker' }],
  points: [POINTS, { option: true, scope: 'worker' }],
  streets: [false, { option: true, scope: 'worker' }],
  webhooks: [false, { option: true, scope: 'worker' }],
  deployed: [false, { option: true, scope: 'worker' }],

  droppoint: [
    async ({ runtime, dataFile, points, streets, webhooks, deployed }, use, { parallelIndex }) => {
      const port = FIRST_PORT + parallelIndex * PORTS_PER_WORKER;
      const environment = {
        ...settingsFor(port),
        SANDBOX_DATA: dataFile,
        SANDBOX_POINTS: String(points),
        ...(streets ? { SANDBOX_STREETS: ANDORRA } : {}),
        ...(webhooks
          ? {
              SANDBOX_WEBHOOK_URL: `http://127.0.0.1:${port + SHOP}/webhook`,
              SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
            }
          : {}),
      };
      // A network published earlier on these ports is another one: the publisher would refuse to replace it.
      for (const folder of [environment.SNAPSHOT_DIR, environment.STREETS_DIR])
        rmSync(folder, { recursive: true, force: true });
      if (streets) await publishStreets(environment);
      const processes = [startProgram(['sandbox/main.ts'], environment)];
      const platformAnswers = waitUntilReady(`${environment.PLATFORM_BASE_URL}/__sandbox/faults`);
      const config: string[] = [];
      if (deployed) {
        await platformAnswers;
        await run('publisher/main.ts', environment);
        const folder = `.cache/tests/edge-${port}`;
        config.push(...writeConfig(folder, deployNetwork(folder, environment.SNAPSHOT_DIR)));
      }
      const start = async () => {
        processes.push(
          runtime === 'node'
            ? startLogged(['functions/node.ts'], environment, logFileOf(environment.PORT))
            : startWorkerd(port, environment, config, logFileOf(environment.PORT)),
        );
        await waitUntilReady(`${environment.APP_ORIGIN}/api/health`);
      };
      const restart = () => end(processes.pop()!).then(start);
      await Promise.all([platformAnswers, start()]);
      const stored = `${STORED}/${RUN}-${port}-${points}-${streets ? 'streets' : basename(dataFile)}`;
      await use({ ...describe(environment, stored, runtime), restart });
      await Promise.all(processes.map((child) => end(child)));
    },
    { scope: 'worker', timeout: TEST_MS },
  ],

  baseURL: async ({ droppoint }, use) => use(droppoint.origin),

  cleanPlatform: [
    async ({ droppoint }, use) => {
      await droppoint.settle();
      await droppoint.control('DELETE', '/__sandbox/requests');
      await use();
      // Not before the next test, because that would affect a file's preparation for all of its
      // tests.
      await droppoint.control('DELETE', '/__sandbox/faults');
    },
    { auto: true },
  ],
});

function settingsFor(port: number) {
  return {
    PORT: String(port),
    APP_ORIGIN: `http://localhost:${port}`,
    SANDBOX_PORT: String(port + 1),
    PLATFORM_BASE_URL: `http://127.0.0.1:${port + 1}`,
    PLATFORM_AUTH_URL: `http://127.0.0.1:${port + 2}`,
    PLATFORM_ACCOUNT_URL: `http://127.0.0.1:${port + 3}`,
    // Characters that plain and percent-encoded Basic authentication encode differently.
    PLATFORM_CLIENT_ID: CLIENT_ID,
    PLATFORM_CLIENT_SECRET: CLIENT_SECRET,
    PLATFORM_CLIENT_AUTH: 'form',
    PLATFORM_BASIC: 'plain',
    PLATFORM_ORGANIZATION_ID: 'org-1',
    RETURN_LINK_SECRETS: RETURN_LINK_SECRET,
    POINT_LINK_SECRETS: POINT_LINK_SECRET,
    PARCEL_COLLECT_DAYS: 'APM:30 PUDO:30',
    SESSION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64url')}`,
    // The example shop and the pages of tests, on another site than localhost; the last is on the same.
    EMBED_ORIGINS: `http://127.0.0.1:${port + SHOP} http://127.0.0.1:${port + 6} http://localhost:${port + 6}`,
    CHOOSE_RETURNS: `http://127.0.0.1:${port + SHOP}/point fern.shop:/point`,
    // The picker reads the list itself unless something is published; published.spec.ts publishes.
    SNAPSHOT_DIR: `.cache/tests/published-${port}`,
    STREETS_DIR: `.cache/tests/streets-${port}`,
  };
}

async function publishStreets(environment: ReturnType<typeof settingsFor>): Promise<void> {
  const stored = `${STORED}/${RUN}-streets`;
  if (existsSync(stored)) return cpSync(stored, environment.STREETS_DIR, { recursive: true });
  await run('publisher/streets/main.ts', environment, [ANDORRA]);
  const copy = `${stored}-${environment.PORT}`;
  cpSync(environment.STREETS_DIR, copy, { recursive: true });
  // Another worker may have been first.
  if (!existsSync(stored)) renameSync(copy, stored);
}

/** Publishes the network before a file's tests; not at the edge, where the published folder is deployed with the pages. */
export function onPublishedNetwork(): void {
  test.beforeAll(({ droppoint }) => droppoint.publish());
  test.afterAll(({ droppoint }) => droppoint.unpublishBeforeNextTest());
}

/**
 * Requests the sandbox, twice if needed: a kept-alive connection may have been closed while the worker was busy, as with a build.
 */
const send: typeof fetch = (...request) => fetch(...request).catch(() => fetch(...request));

async function run(program: string, environment: Record<string, string>, parameters: string[] = []) {
  const [code] = (await once(startProgram([program, ...parameters], environment), 'exit')) as [number];
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}

/**
 * Waits until the function on Node serves what is in its folder, or that it is empty: the function
 * checks a file once a second, and each of its compressed copies separately.
 */
async function servesItsFolder({ APP_ORIGIN, SNAPSHOT_DIR }: ReturnType<typeof settingsFor>): Promise<void> {
  const path = join(SNAPSHOT_DIR, 'manifest.json');
  const manifest = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const readServed = async (encoding: string) => {
    const headers = { 'accept-encoding': encoding };
    const answer = await fetch(`${APP_ORIGIN}/snapshot/manifest.json`, { headers });
    const text = await answer.text();
    return answer.ok ? text : null;
  };
  const isServed = async () =>
    (await Promise.all(['br', 'gzip', 'identity'].map(readServed))).every((served) => served === manifest);
  while (!(await isServed())) await new Promise((resolve) => setTimeout(resolve, 100));
}

function describe(
  environment: ReturnType<typeof settingsFor>,
  stored: string,
  runtime: RuntimeOptions['runtime'],
): Omit<Droppoint & Settling, 'restart'> {
  const platform = environment.PLATFORM_BASE_URL;
  const control: Droppoint['control'] = async (method, path) => {
    const response = await send(platform + path, { method });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  };
  const servesPublished = async () => {
    if (runtime === 'node') await servesItsFolder(environment);
  };
  // The function notices each change of the folder within a second, for which every file would wait twice.
  let isStoredServed = false;
  let isToGo = false;
  const unpublish = async () => {
    [isStoredServed, isToGo] = [false, false];
    rmSync(environment.SNAPSHOT_DIR, { recursive: true, force: true });
    await servesPublished();
  };
  return {
    origin: environment.APP_ORIGIN,
    platform,
    shop: environment.EMBED_ORIGINS.split(' ')[0]!,
    control,
    async publish(how) {
      isToGo = false;
      if (how !== 'anew' && isStoredServed) return;
      isStoredServed = false;
      if (how !== 'anew' && existsSync(stored)) cpSync(stored, environment.SNAPSHOT_DIR, { recursive: true });
      else {
        // The sandbox may now list fewer points than a publisher accepts without confirmation.
        await run('publisher/main.ts', environment, how === 'anew' ? ['--accept'] : []);
        if (how !== 'anew') cpSync(environment.SNAPSHOT_DIR, stored, { recursive: true });
      }
      await servesPublished();
      isStoredServed = how !== 'anew';
    },
    servesPublished,
    published: environment.SNAPSHOT_DIR,
    readFunctionLog: () => readFileSync(logFileOf(environment.PORT), 'utf8'),
    unpublish,
    async unpublishBeforeNextTest() {
      if (isStoredServed) isToGo = true;
      else await unpublish();
    },
    async settle() {
      if (isToGo) await unpublish();
    },
    async setFaults(faults) {
      const response = await send(`${platform}/__sandbox/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(faults),
      });
      if (!response.ok) throw new Error(`faults refused: ${await response.text()}`);
    },
    async countPlatformRequests(path) {
      const response = await send(`${platform}/__sandbox/requests`);
      const { recent } = (await response.json()) as { recent: { path: string }[] };
      return recent.filter((request) => request.path.startsWith(path)).length;
    },
  };
}
