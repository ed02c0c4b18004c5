import type { Fetcher, RateLimit } from '@cloudflare/workers-types';
import { AppError } from '../src/lib/contract/errors.ts';
import { createApp } from './app.ts';
import { parseSettings, type Settings } from './config.ts';
import type { RateBucket } from './rate-limits.ts';
import { chooseRequestId } from './request-id.ts';

/** What wrangler.jsonc binds, beside the settings as plain texts. */
interface Bindings {
  ASSETS: Fetcher;
  LOGIN_LIMIT: RateLimit;
  LIST_LIMIT: RateLimit;
  OTHER_LIMIT: RateLimit;
}

/** The edge sets it itself and takes away what a client sends. */
const CLIENT_ADDRESS_HEADER = 'cf-connecting-ip';

let running: { app: ReturnType<typeof createApp>; settings: Settings } | null = null;

/** Entry for workerd: settings are read once per isolate, pages come from the asset store. */
export default {
  async fetch(request: Request, bindings: Bindings & Record<string, unknown>): Promise<Response> {
    try {
      running ??= start(bindings);
    } catch (error) {
      return refuseToStart(request, error);
    }
    const header = running.settings.trustedProxyHeader ?? CLIENT_ADDRESS_HEADER;
    return running.app.fetch(request, { clientAddress: request.headers.get(header) ?? 'unknown' });
  },
};

function start(bindings: Bindings & Record<string, unknown>) {
  const texts = Object.entries(bindings).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const settings = parseSettings(Object.fromEntries(texts));
  const limits: Record<RateBucket, RateLimit> = {
    login: bindings.LOGIN_LIMIT,
    list: bindings.LIST_LIMIT,
    other: bindings.OTHER_LIMIT,
  };
  const app = createApp(settings, {
    // workerd's fetch must not be called as a method of another object.
    fetch: (input, init) => fetch(input, init),
    now: Date.now,
    log: (line) => console.log(JSON.stringify(line)),
    servePage: (page) => bindings.ASSETS.fetch(page as never) as unknown as Promise<Response>,
    ...(settings.rateLimits
      ? { limit: async (bucket, key) => (await limits[bucket].limit({ key })).success }
      : {}),
  });
  return { app, settings };
}

function refuseToStart(request: Request, error: unknown): Response {
  const requestId = chooseRequestId(request.headers.get('x-request-id'));
  const problems = error instanceof AppError ? error.problems : ['the worker could not start'];
  console.error(JSON.stringify({ error: 'settings_invalid', requestId, problems }));
  return Response.json(
    { error: 'server_error', request_id: requestId },
    { status: 500, headers: { 'x-request-id': requestId, 'cache-control': 'no-store' } },
  );
}
