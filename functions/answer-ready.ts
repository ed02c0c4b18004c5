import { AppError } from '#platform/errors.ts';
import { pause } from '#platform/back-off.ts';
import { createTokenEndpoint } from '#platform/token-endpoint.ts';
import { noteOutcomes, recordCalls, type ApiContext, type Tools } from './context.ts';
import { isRecent } from './points/lru-cache.ts';
import type { TokenState } from './outcomes.ts';
import type { PublishedNetwork } from './points/published-network.ts';
import { TEMPORARY_ERRORS } from './refusal.ts';

/** How long a failure is cached, so that frequent probes don't each call the platform. */
const FAILURE_CACHED_MS = 10_000;
/** Time limit for the platform. Many probes give up after one second, and a platform that hangs must not fail this node. */
const TOKEN_TIMEOUT_MS = 800;

/**
 * `GET /api/ready`: whether a load balancer should send requests to this node. 503 if no network is published, or if the network or the
 * pages can't be read. A platform that is unreachable, or refuses the token, doesn't make it 503: shoppers don't need the platform, and all
 * nodes would be gone at once. That the token is refused is in the answer, the log and the metrics.
 */
export async function answerReady(c: ApiContext, tools: Tools): Promise<Response> {
  const [token, network, pages] = await Promise.all([
    tools.checkToken(c, tools),
    checkNetwork(tools.published),
    checkPages(tools),
  ]);
  noteOutcomes(c, [`token_${token}`]);
  const isReady = network === 'ok' && pages === 'ok';
  return c.json({ status: isReady ? 'ready' : 'not_ready', token, network, pages }, isReady ? 200 : 503);
}

export function createTokenCheck(now: () => number): Tools['checkToken'] {
  let failed: { state: TokenState; atMs: number } | null = null;
  return async (c, { settings, fetch, appToken }) => {
    if (failed !== null && isRecent(failed.atMs, now(), FAILURE_CACHED_MS)) return failed.state;
    const endpoint = createTokenEndpoint(settings, fetch, now, c.get('requestId'), recordCalls(c));
    try {
      // A token that arrives after the time limit is still kept for later requests.
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
  throw new AppError('timeout', 'No answer within the time that a probe waits.');
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

async function checkPages({ servePage, settings }: Tools) {
  const answer = await servePage?.(new Request(`${settings.appOrigin}/embed`, { method: 'HEAD' }));
  return answer?.ok === true ? 'ok' : 'missing';
}
