import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode } from '#platform/errors.ts';
import { createRefresher, type Lock } from '../../../src/lib/login/refresher.ts';
import { codeOf } from '../failure-of.ts';
import type { Grant } from '../../../src/lib/login/token-facade.ts';

const grant = (accessToken: string): Grant => ({
  accessToken,
  expiresInSeconds: 300,
  scopes: [],
  account: { id: 'a', name: null },
});
const EXPIRED = { why: 'expired' } as const;

/** A mutex, like that of the Web Locks API. */
function makeLock(): Lock {
  let last: Promise<unknown> = Promise.resolve();
  return (action) => {
    const next = last.then(action, action);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The function with its cookie, shared by all tabs, and a platform that counts requests. */
function startServer() {
  const server = {
    sealed: 'token-0',
    expired: true,
    upstream: 0,
    requestGrant: (force: boolean): Promise<Grant> => {
      if (force || server.expired) {
        server.upstream++;
        server.sealed = `token-${server.upstream}`;
        server.expired = false;
      }
      return Promise.resolve(grant(server.sealed));
    },
  };
  return server;
}

/** A refresher whose clock advances by its own waits, and which meets these failures in order. */
function openTab(failures: (ErrorCode | AppError)[]) {
  const tab = { nowMs: 0, requests: 0, waits: [] as number[] };
  const refresh = createRefresher({
    lock: (action) => action(),
    now: () => tab.nowMs,
    random: () => 1,
    wait: (milliseconds) => {
      tab.waits.push(milliseconds);
      tab.nowMs += milliseconds;
      return Promise.resolve();
    },
    requestGrant: () => {
      tab.requests++;
      const failure = failures.shift();
      if (failure === undefined) return Promise.resolve(grant('token'));
      return Promise.reject(failure instanceof AppError ? failure : new AppError(failure, failure));
    },
  });
  return { tab, refresh };
}

describe('Refresher: tabs of one browser', () => {
  // RFC 9700 §4.14.2.
  it('make one upstream refresh when their tokens expire together', async () => {
    const server = startServer();
    const lock = makeLock();
    const tabs = [1, 2, 3].map(() => createRefresher({ requestGrant: server.requestGrant, lock }));
    const grants = await Promise.all(tabs.map((refresh) => refresh(EXPIRED, true)));
    expect(grants.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1', 'token-1']);
    expect(server.upstream).toBe(1);
  });

  // RFC 9700 §4.14.2, RFC 6750 §3.1.
  it('make one upstream refresh when the platform refuses their token', async () => {
    const server = startServer();
    server.expired = false;
    const lock = makeLock();
    const tabs = [1, 2, 3].map(() => createRefresher({ requestGrant: server.requestGrant, lock }));
    const refused = { why: 'refused', token: 'token-0' } as const;
    await Promise.all(tabs.map((refresh) => refresh(refused, true)));
    expect(server.upstream).toBe(1);
  });

  it('send one request to the function for many simultaneous ones', async () => {
    const { tab, refresh } = openTab([]);
    await Promise.all(Array.from({ length: 20 }, () => refresh(EXPIRED, true)));
    expect(tab.requests).toBe(1);
  });
});

describe('Refresher: a refresh', () => {
  // RFC 9700 §4.14.2.
  it('is retried once if another tab was first', async () => {
    const lost = openTab(['session_ended']);
    expect(await codeOf(lost.refresh(EXPIRED, true))).toBe('passed');
    expect(lost.tab.requests).toBe(2);
    const over = openTab(['session_ended', 'session_ended', 'session_ended']);
    expect(await codeOf(over.refresh(EXPIRED, true))).toBe('session_ended');
    expect(over.tab.requests).toBe(2);
  });

  it('is not retried if there was no session before', async () => {
    const { tab, refresh } = openTab(['session_ended']);
    expect(await codeOf(refresh({ why: 'restore' }, false))).toBe('session_ended');
    expect(tab.requests).toBe(1);
  });
});

describe('Refresher: while the server is unreachable', () => {
  // RFC 9110 §10.2.3.
  it('automatic requests become less and less frequent', async () => {
    const { tab, refresh } = openTab(Array.from({ length: 8 }, () => 'network' as const));
    for (let time = 0; time < 8; time++) expect(await codeOf(refresh(EXPIRED, true))).toBe('network');
    expect(tab.waits).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
    expect(await codeOf(refresh(EXPIRED, true))).toBe('passed');
    await refresh(EXPIRED, true);
    expect(tab.waits).toHaveLength(8);
  });

  it('the user may retry at any time', async () => {
    const { tab, refresh } = openTab(['unavailable', 'timeout']);
    await codeOf(refresh({ why: 'restore' }, true));
    await codeOf(refresh({ why: 'by-hand' }, true));
    expect([tab.requests, tab.waits]).toEqual([2, []]);
  });

  it('a long pause requested by the server is observed without sending requests', async () => {
    const busy = new AppError('rate_limited', 'busy', { retryAfterMs: 60_000 });
    const { tab, refresh } = openTab([busy]);
    expect(await codeOf(refresh(EXPIRED, true))).toBe('rate_limited');
    expect(await codeOf(refresh(EXPIRED, true))).toBe('rate_limited');
    expect(tab.requests).toBe(1);
    tab.nowMs += 60_000;
    expect(await codeOf(refresh(EXPIRED, true))).toBe('passed');
  });
});
