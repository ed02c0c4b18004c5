import { createPlatform, type PlatformOptions } from '#platform/client.ts';

/** A request as the platform receives it. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
  init: RequestInit;
}
export type Answer = (requests: ReceivedRequest) => Response | Promise<Response>;

/**
 * A client of a platform that returns these answers in turn, then keeps returning the last one; and the
 * requests it received.
 */
export function openPlatform(answers: readonly Answer[], options: Partial<PlatformOptions> = {}) {
  const requests: ReceivedRequest[] = [];
  const platform = createPlatform({
    baseUrl: 'https://api.example',
    auth: { read: () => Promise.resolve('t-1'), renew: () => Promise.resolve('t-2') },
    fetch: async (url, init = {}) => {
      const { method, body, headers, signal } = init;
      const request = {
        method: method!,
        url: url as string,
        headers: new Headers(headers),
        body: body as string | undefined,
        init,
      };
      requests.push(request);
      signal?.throwIfAborted();
      const gaveUp = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      return Promise.race([answers[Math.min(requests.length, answers.length) - 1]!(request), gaveUp]);
    },
    ...options,
  });
  return { platform, requests, lines: () => requests.map(({ method, url }) => `${method} ${url}`) };
}
