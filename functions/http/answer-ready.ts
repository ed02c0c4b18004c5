import { AppError } from '#platform/errors.ts';
import { pause } from '#async/pause.ts';
import { createTokenEndpoint } from '#platform/token-endpoint.ts';
import { recordOutcomes, recordCalls, type ApiContext, type Services } from '../context.ts';
import { isRecent } from '../files/lru-cache.ts';
import type { TokenState } from './outcomes.ts';
import type { PublishedNetwork } from '../points/published-network.ts';
import { TEMPORARY_ERRORS } from './refusal.ts';

/** How long a failure is cached, so that frequent probes don't each call the platform. */
const FAILURE_CACHED_MS = 10_000;
/** Time limit for the platform. Many probes give up after one second, and a platform that hangs must not fail this node. */
const TOKEN_TIMEOUT_MS = 800;

/**
 * `GET /api/ready`: whether a load balancer should send requests to this node. 503 if no network is
 * published, or if the network or the pages can't be read. An unreachable platform or a refused
 * token doesn't cause a 503: shoppers don't need the platform, and all nodes would be taken out at
 * once. A refused token shows in the answer, the log and the metrics.
 */
export async function answerReady(c: ApiContext, services: Services): Promise<Response> {
  const [token, network, pages] = await Promise.all([
    services.checkToken(c, services),
    checkNetwork(services.published),
    checkPages(services),
  ]);
  recordOutcomes(c, [`token_${token}`]);
  const isReady = network === 'ok' && pages === 'ok';
  return c.json({ status: isReady ? 'ready' : 'not_ready', token, network, pages }, isReady ? 200 : 503);
}

export function createTokenCheck(now: () => number): Services['checkToken'] {
  let failed: { state: TokenState; atMs: number } | null = null;
  return async (c, { settings, fetch, appToken }) => {
    if (failed !== null && isRecent(failed.atMs, now(), FAILURE_CACHED_MS)) return failed.state;
    const endpoint = createTokenEndpoint(settings, fetch, now, c.get('requestId'), recordCalls(c));
    try {
      // A token that arrives after the time limit is still stored for later requests.
      await Promise.race([appToken.asBearer(endpoint).read(), failLater()]);
      failed = null;
      return 'ok';
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed = { state: TEMPORARY_ERRORS.has(error.code) ? 'unreachable' : 'wrong', atMs: now() };
      return failed.state;
    }
  };
}

async function failLater(): Promise<never> {
  await pause(TOKEN_TIMEOUT_MS);
  throw new AppError('timeout', 'The platform did not answer within the time limit of a probe.');
}

async function checkNetwork(published: PublishedNetwork) {
  try {
    // No point has an empty id. The look-up reads the manifest and the first file of its version.
    const point = await published.look((network) => network.findPoint('').then(() => network));
    return point === null ? 'not_published' : 'ok';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return 'unreadable';
  }
}

async function checkPages({ servePage, settings }: Services) {
  const answer = await servePage?.(new Request(`${settings.appOrigin}/embed`, { method: 'HEAD' }));
  return answer?.ok === true ? 'ok' : 'missing';
}
