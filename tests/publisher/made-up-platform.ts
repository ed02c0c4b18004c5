import { parseSnapshotSettings, type SnapshotSettings } from '../../publisher/settings.ts';
import { takeSnapshot, type SnapshotDependencies } from '../../publisher/take-snapshot.ts';

export type Item = Record<string, unknown>;

export const ENVIRONMENT = {
  PLATFORM_BASE_URL: 'https://api.example.com',
  PLATFORM_AUTH_URL: 'https://auth.example.com',
  PLATFORM_ACCOUNT_URL: 'https://account.example.com',
  PLATFORM_CLIENT_ID: 'droppoint-sandbox',
  PLATFORM_CLIENT_SECRET: 'sandbox-secret-not-for-production-0123456789',
};

export function makeSettings(folder: string, environment: Record<string, string> = {}): SnapshotSettings {
  return parseSnapshotSettings({ ...ENVIRONMENT, SNAPSHOT_DIR: folder, ...environment });
}

/**
 * A platform in memory: it issues a token to every caller, and returns pages of the list in its
 * state at each request.
 */
export interface MadeUpPlatform {
  items: unknown[];
  fetch: typeof fetch;
  /** Numbers of the pages requested, in order. */
  requestedPages: number[];
  /** Answers a page differently, or throws; undefined for the usual answer. */
  interfere: (page: number) => Response | undefined;
}

export function makePlatform(items: unknown[]): MadeUpPlatform {
  const platform: MadeUpPlatform = {
    items,
    requestedPages: [],
    interfere: () => undefined,
    fetch: (input) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.pathname === '/oauth2/token') {
        return Promise.resolve(
          Response.json({ access_token: 'a-token', token_type: 'Bearer', expires_in: 300 }),
        );
      }
      const page = Number(url.searchParams.get('page'));
      const perPage = Number(url.searchParams.get('perPage'));
      platform.requestedPages.push(page);
      const answer = platform.interfere(page) ?? Response.json(cutPage(platform.items, page, perPage));
      return Promise.resolve(answer);
    },
  };
  return platform;
}

export function cutPage(items: readonly unknown[], page: number, perPage: number) {
  const from = (page - 1) * perPage;
  const totalPages = Math.ceil(items.length / perPage);
  return { count: items.length, page, perPage, totalPages, items: items.slice(from, from + perPage) };
}

let placed = 0;
/** Makes a point with an address. */
export const placeItem = (latitude: number, longitude: number, address: unknown, country = 'PL'): Item => ({
  id: `${country}_${placed++}`,
  country,
  coordinates: { latitude, longitude },
  address,
});

/** Makes points in Poland, each at its own position. */
export function makeItems(amount: number, prefix = 'PL_'): Item[] {
  return Array.from({ length: amount }, (_, at) => ({
    id: `${prefix}${at}`,
    type: at % 3 === 0 ? 'PUDO' : 'APM',
    country: 'PL',
    locationType: 'OUTDOOR',
    coordinates: {
      latitude: 50 + ((at * 7919) % 4000) / 1000,
      longitude: 16 + ((at * 104729) % 7000) / 1000,
    },
    address: { city: 'Łódź', postalCode: '90-001' },
  }));
}

/** Takes half of the time of a publication. */
const QUICK = { small: 2, large: 2, gzip: 1 };

export const NOW_MS = Date.UTC(2026, 10, 21, 8);

export function run(
  settings: SnapshotSettings,
  platform: Pick<MadeUpPlatform, 'fetch'>,
  dependencies: Partial<SnapshotDependencies> = {},
) {
  return takeSnapshot(settings, {
    fetch: platform.fetch,
    now: () => NOW_MS,
    wait: () => Promise.resolve(),
    terminal: { isTty: false, write: () => undefined },
    compression: QUICK,
    ...dependencies,
  });
}

const STARTED_MS = Date.now();
/** Runs against a platform with its own clock, such as the sandbox. */
export const runNow: typeof run = (settings, platform, dependencies) =>
  run(settings, platform, { now: () => STARTED_MS, ...dependencies });
