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

/** A mutex, like the Web Locks API's. */
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
    ask: (force: boolean): Promise<Grant> => {
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

/** A refresher whose clock advances by its own waits, and which meets these failures in turn. */
function openTab(failures: (ErrorCode | AppError)[]) {
  const tab = { nowMs: 0, asked: 0, waits: [] as number[] };
  const refresh = createRefresher({
    lock: (action) => action(),
    now: () => tab.nowMs,
    random: () => 1,
    wait: (milliseconds) => {
      tab.waits.push(milliseconds);
      tab.nowMs += milliseconds;
      return Promise.resolve();
    },
    ask: () => {
      tab.asked++;
      const failure = failures.shift();
      if (failure === undefined) return Promise.resolve(grant('token'));
      return Promise.reject(failure instanceof AppError ? failure : new AppError(failure, failure));
    },
  });
  return { tab, refresh };
}

describe('tabs of one browser', () => {
  // RFC 9700 §4.14.2.
  it('whose tokens expire together make one upstream refresh', async () => {
    const server = startServer();
    const lock = makeLock();
    const tabs = [1, 2, 3].map(() => createRefresher({ ask: server.ask, lock }));
    const grants = await Promise.all(tabs.map((refresh) => refresh(EXPIRED, true)));
    expect(grants.map(({ accessToken }) => accessToken)).toEqual(['token-1', 'token-1', 'token-1']);
    expect(server.upstream).toBe(1);
  });

  // RFC 9700 §4.14.2, RFC 6750 §3.1.
  it('whose token the platform refused make one upstream refresh', async () => {
    const server = startServer();
    server.expired = false;
    const lock = makeLock();
    const tabs = [1, 2, 3].map(() => createRefresher({ ask: server.ask, lock }));
    const refused = { why: 'refused', token: 'token-0' } as const;
    await Promise.all(tabs.map((refresh) => refresh(refused, true)));
    expect(server.upstream).toBe(1);
  });

  it('that each ask many times at once ask the function once', async () => {
    const { tab, refresh } = openTab([]);
    await Promise.all(Array.from({ length: 20 }, () => refresh(EXPIRED, true)));
    expect(tab.asked).toBe(1);
  });
});

describe('a refresh', () => {
  // RFC 9700 §4.14.2.
  it('refused because another tab was first is tried once more, and no more', async () => {
    const lost = openTab(['session_ended']);
    expect(await codeOf(lost.refresh(EXPIRED, true))).toBe('passed');
    expect(lost.tab.asked).toBe(2);
    const over = openTab(['session_ended', 'session_ended', 'session_ended']);
    expect(await codeOf(over.refresh(EXPIRED, true))).toBe('session_ended');
    expect(over.tab.asked).toBe(2);
  });

  it('without a session before it is not tried twice', async () => {
    const { tab, refresh } = openTab(['session_ended']);
    expect(await codeOf(refresh({ why: 'restore' }, false))).toBe('session_ended');
    expect(tab.asked).toBe(1);
  });
});

describe('while the server can’t be had', () => {
  // RFC 9110 §10.2.3.
  it('programs ask ever less often', async () => {
    const { tab, refresh } = openTab(Array.from({ length: 8 }, () => 'network' as const));
    for (let time = 0; time < 8; time++) expect(await codeOf(refresh(EXPIRED, true))).toBe('network');
    expect(tab.waits).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000]);
    expect(await codeOf(refresh(EXPIRED, true))).toBe('passed');
    await refresh(EXPIRED, true);
    expect(tab.waits).toHaveLength(8);
  });

  it('a person may ask at any time', async () => {
    const { tab, refresh } = openTab(['unavailable', 'timeout']);
    await codeOf(refresh({ why: 'restore' }, true));
    await codeOf(refresh({ why: 'by-hand' }, true));
    expect([tab.asked, tab.waits]).toEqual([2, []]);
  });

  it('a long pause that the server asks for is kept without asking', async () => {
    const busy = new AppError('rate_limited', 'busy', { retryAfterMs: 60_000 });
    const { tab, refresh } = openTab([busy]);
    expect(await codeOf(refresh(EXPIRED, true))).toBe('rate_limited');
    expect(await codeOf(refresh(EXPIRED, true))).toBe('rate_limited');
    expect(tab.asked).toBe(1);
    tab.nowMs += 60_000;
    expect(await codeOf(refresh(EXPIRED, true))).toBe('passed');
  });
});
