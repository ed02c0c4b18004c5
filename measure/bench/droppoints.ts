import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { end, startProgram, waitUntilReady } from '../../tests/processes.ts';
import { settingsAt } from '../../tests/sandbox/platform-settings.ts';
import { makeSite } from './build-pages.ts';
import type { BenchNetwork } from './networks.ts';
import { BENCH_FOLDER, FIRST_PORT } from './places.ts';

/** The product with a network of one size. One sandbox serves it twice: with the published network and without. */
export interface Droppoint {
  points: number;
  published: string;
  unpublished: string;
  platform: string;
  /** Origin of the host that issues the platform's tokens. */
  tokens: string;
  /** Origin, on another site, that may embed the picker; the measurement serves it. */
  shop: string;
  /** Returns the number of requests that reached the platform since the last call. */
  takePlatformRequests(): Promise<number>;
  close(): Promise<void>;
}

const PORTS_EACH = 10;

/**
 * @param place index of the size, from 0: it decides the ports
 * @param archive street archive that is also published, and served unchanged beside the bench's pages; null if none
 */
export async function startDroppoint(
  network: BenchNetwork,
  place: number,
  archive: string | null = null,
): Promise<Droppoint> {
  const port = FIRST_PORT + (place + 1) * PORTS_EACH;
  const site = resolve(BENCH_FOLDER, `site-${network.points}`);
  makeSite(site, network.rowsFile);
  const streets = archive && resolve(BENCH_FOLDER, 'streets-published');
  if (archive !== null && streets !== null) {
    copyFileSync(archive, join(site, 'bench', 'andorra.pmtiles'));
    const taking = startProgram(['publisher/streets/main.ts', archive], { STREETS_DIR: streets });
    await once(taking, 'exit');
    if (taking.exitCode !== 0) throw new Error(`${archive} was not taken over.`);
  }
  const nothing = resolve(BENCH_FOLDER, 'nothing');
  mkdirSync(nothing, { recursive: true });

  const sandboxPort = port + 2;
  const platform = settingsAt(sandboxPort);
  const processes = [
    startProgram(['sandbox/main.ts'], {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_POINTS: String(network.points),
      SANDBOX_DATA: '',
      SANDBOX_SEED: '',
      SANDBOX_FAULTS: '',
      APP_ORIGIN: `http://localhost:${port}`,
    }),
    startProgram(['measure/bench/serve-cold.ts', site], {
      ...settingsFor(port, platform, resolve(network.published)),
      ...(streets && { STREETS_DIR: streets }),
    }),
    startProgram(['measure/bench/serve-cold.ts', site], settingsFor(port + 1, platform, nothing)),
  ];
  const shop = shopOf(port);
  const [published, unpublished] = [`http://localhost:${port}`, `http://localhost:${port + 1}`];
  const requests = `${platform.PLATFORM_BASE_URL}/__sandbox/requests`;
  const close = async () => {
    await Promise.all(processes.map((child) => end(child)));
  };
  try {
    await Promise.all(
      [requests, `${published}/api/health`, `${unpublished}/api/health`].map((address) =>
        waitUntilReady(address),
      ),
    );
  } catch (error) {
    await close();
    throw error;
  }
  return {
    points: network.points,
    published,
    unpublished,
    platform: platform.PLATFORM_BASE_URL,
    tokens: platform.PLATFORM_AUTH_URL,
    shop,
    async takePlatformRequests() {
      const { total } = (await (await fetch(requests)).json()) as { total: number };
      await fetch(requests, { method: 'DELETE' });
      return total;
    },
    close,
  };
}

const shopOf = (port: number) => `http://127.0.0.1:${port + 5}`;

function settingsFor(
  port: number,
  platform: Record<string, string>,
  snapshotFolder: string,
): Record<string, string> {
  return {
    PORT: String(port),
    APP_ORIGIN: `http://localhost:${port}`,
    SNAPSHOT_DIR: snapshotFolder,
    // All requests come from the same machine.
    RATE_LIMITS: 'off',
    ...platform,
    PLATFORM_CLIENT_AUTH: 'form',
    PLATFORM_BASIC: 'plain',
    SESSION_KEYS: `bench:${Buffer.alloc(32, 7).toString('base64url')}`,
    EMBED_ORIGINS: shopOf(port),
    CHOOSE_RETURNS: `${shopOf(port)}/point`,
  };
}
