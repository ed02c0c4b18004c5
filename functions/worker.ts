import type { Fetcher, R2Bucket, RateLimit } from '@cloudflare/workers-types';
import { readTogether, refuseProblems } from '#config/setting.ts';
import { AppError } from '#platform/errors.ts';
import { addApiHeaders } from './http/api-headers.ts';
import { createApp } from './app.ts';
import { parseSettings, type FunctionSettings } from './config.ts';
import { SNAPSHOT_FOLDER } from '#network/snapshot-format/layout.ts';
import { createAssetSender } from './files/asset-sender.ts';
import { createBucketStore } from './files/bucket-store.ts';
import { createPageServer } from './files/page-server.ts';
import { createNetworkSender } from './files/send-network-file.ts';
import { NETWORK_PUBLICATION, STREETS_PUBLICATION, type FileStore, type Publication } from './files/store.ts';
import { createUrlStore } from './files/url-store.ts';
import { readForwardedAddress } from './http/client-address.ts';
import { RATE_LIMITS, type RateBucket } from './http/rate-limits.ts';
import { chooseRequestId } from './http/guards.ts';

/** Bindings of wrangler.jsonc: these, counters of requests, and the settings as plain texts. */
interface Bindings extends Record<string, unknown> {
  ASSETS: Fetcher;
  /** Only if streets are stored in a bucket (docs/operating.md). */
  STREETS?: R2Bucket;
  /** Only if the network is stored in a bucket instead of with the pages. */
  NETWORK?: R2Bucket;
}

const bindingOf = (bucket: RateBucket) => `${bucket.toUpperCase()}_LIMIT`;

/** Set by the edge, which replaces a value sent by the client. */
const CLIENT_ADDRESS_HEADER = 'cf-connecting-ip';

let running: { app: ReturnType<typeof createApp>; settings: FunctionSettings } | null = null;

/** Entry for workerd: settings are read once per isolate; pages are read from the asset store. */
export default {
  async fetch(request: Request, bindings: Bindings): Promise<Response> {
    try {
      running ??= start(bindings);
    } catch (error) {
      return refuseToStart(request, error);
    }
    const header = running.settings.trustedProxyHeader ?? CLIENT_ADDRESS_HEADER;
    const clientAddress = readForwardedAddress(request.headers.get(header)) || 'unknown';
    return running.app.fetch(request, { clientAddress });
  },
};

function start(bindings: Bindings) {
  const texts = Object.entries(bindings).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const [settings] = readTogether(
    () => parseSettings(Object.fromEntries(texts)),
    () => bindings['RATE_LIMITS'] === 'off' || checkBindings(bindings),
  );
  const fetchAsset = (request: Request): Promise<Response> =>
    bindings.ASSETS.fetch(request as never) as never;
  const fetchNetworkAsset: typeof fetch = (input, init) => fetchAsset(new Request(input, init));
  const network = openStore(settings.networkUrl, bindings.NETWORK, NETWORK_PUBLICATION);
  const app = createApp(settings, {
    fetch: fetchAtEdge,
    now: Date.now,
    log: (line) => console.log(JSON.stringify(line)),
    network:
      network ??
      createUrlStore(`${settings.appOrigin}${SNAPSHOT_FOLDER}`, fetchNetworkAsset, NETWORK_PUBLICATION),
    servePage: createPageServer(createAssetSender(fetchAsset), network && createNetworkSender(network)),
    streets: openStore(settings.streetsUrl, bindings.STREETS, STREETS_PUBLICATION),
    limit: settings.rateLimits
      ? (bucket, key, cost) => countAtEdge(bindings[bindingOf(bucket)] as RateLimit, key, cost)
      : undefined,
  });
  return { app, settings };
}

/** workerd's fetch must not be called as a method of another object. */
const fetchAtEdge: typeof fetch = (input, init) => fetch(input, init);

/** @returns undefined if neither a URL nor a bucket is configured */
function openStore(
  url: string | null,
  bucket: R2Bucket | undefined,
  publication: Publication,
): FileStore | undefined {
  if (url !== null) return createUrlStore(url, fetchAtEdge, publication);
  return bucket && createBucketStore(bucket, publication);
}

/** The edge counts one at a time, in its own memory. */
async function countAtEdge(binding: RateLimit, key: string, cost = 1): Promise<boolean> {
  const counted = await Promise.all(Array.from({ length: cost }, () => binding.limit({ key })));
  return counted.every(({ success }) => success);
}

/** @throws AppError `settings_invalid` if a binding is missing: all requests of its bucket would fail */
function checkBindings(bindings: Bindings): void {
  const problems = (Object.keys(RATE_LIMITS) as RateBucket[])
    .map(bindingOf)
    .filter((name) => bindings[name] === undefined)
    .map((name) => `${name} is missing: copy "ratelimits" from wrangler.jsonc, or set RATE_LIMITS=off.`);
  refuseProblems(problems);
}

function refuseToStart(request: Request, error: unknown): Response {
  const requestId = chooseRequestId(request.headers.get('x-request-id'));
  const problems = error instanceof AppError ? error.problems : ['the worker could not start'];
  console.error(JSON.stringify({ error: 'settings_invalid', requestId, problems }));
  const headers = new Headers({ 'x-request-id': requestId });
  // Without HSTS: it isn't known whether the site is served over https.
  addApiHeaders(headers, null);
  return Response.json({ error: 'server_error', request_id: requestId }, { status: 500, headers });
}
