import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { Session } from '../../../src/lib/login/session.svelte.ts';
import { codeOf } from '../failure-of.ts';
import type { Grant, TokenFacade } from '../../../src/lib/login/token-facade.ts';

// Node has no Web Locks, so each tab here refreshes independently.
vi.stubGlobal('navigator', {});
/** Channels in the order in which they were opened. */
const channels: BroadcastChannel[] = [];
vi.stubGlobal(
  'BroadcastChannel',
  class extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  },
);
afterAll(() => void vi.unstubAllGlobals());

const DAY_MS = 86_400_000;

const grantOf = (id: string, accessToken = `token of ${id}`): Grant => ({
  accessToken,
  expiresInSeconds: 300,
  scopes: ['openid', 'api:points:read'],
  account: { id, name: id },
});

type Answer = Grant | AppError | Promise<Grant>;

/** A tab whose token endpoint returns the answers of `next` in order. */
function openTab(next: Answer[] = []) {
  const endpoint = {
    refresh: () => {
      const answer = next.shift() ?? new AppError('session_ended', 'none');
      return answer instanceof AppError ? Promise.reject(answer) : Promise.resolve(answer);
    },
    endSession: () => Promise.resolve(),
  } as unknown as TokenFacade;
  const session = new Session(endpoint);
  const channel = channels.at(-1)!;
  /** Resolves once the next message of another tab has been handled here. */
  const hears = () =>
    new Promise((received) => channel.addEventListener('message', received, { once: true }));
  return { session, next, hears };
}

/** A tab whose session has started with the first of these grants. */
async function openSession(...grants: Answer[]) {
  const tab = openTab(grants);
  await tab.session.restore();
  return tab;
}
/** Status, account, and the other account that the cookie holds. */
function describeState({ status, account, otherAccount }: Session) {
  return [status, account?.id ?? null, otherAccount?.id ?? null];
}

describe('Session', () => {
  it('continues with the account that it started with', async () => {
    const { session, next } = await openSession(grantOf('ada', 'first'));
    next.push(grantOf('ada', 'second'));
    await session.renewNow();
    expect([...describeState(session), await session.read()]).toEqual(['signed-in', 'ada', null, 'second']);
  });

  // Proves: security/account-change.
  it('gives out no token after its cookie changed to another account, until the user accepts that account', async () => {
    const { session, next } = await openSession(grantOf('ada'));
    next.push(grantOf('eve'));
    expect(await codeOf(session.renewNow())).toBe('account_changed');
    expect(describeState(session)).toEqual(['account-changed', 'ada', 'eve']);
    expect(await codeOf(session.read())).toBe('account_changed');
    expect(await codeOf(session.renew('token of ada'))).toBe('account_changed');
    next.push(grantOf('eve'));
    await session.acceptAccount();
    expect([...describeState(session), await session.read()]).toEqual([
      'signed-in',
      'eve',
      null,
      'token of eve',
    ]);
  });

  it('remembers its account after a refusal, and never continues silently with another account', async () => {
    const { session, next } = await openSession(grantOf('ada'));
    expect(await codeOf(session.renewNow())).toBe('session_ended');
    expect(session.status).toBe('signed-out');
    next.push(grantOf('eve'));
    await session.restore();
    expect(session.status).toBe('account-changed');
  });

  it('does not continue with another account’s cookie that was planted while it was refused', async () => {
    const { session, next } = await openSession(grantOf('ada'));
    // The second attempt finds the planted cookie.
    next.push(new AppError('session_ended', 'none'), grantOf('eve'));
    expect(await codeOf(session.renewNow())).toBe('account_changed');
    expect(describeState(session)).toEqual(['account-changed', 'ada', 'eve']);
    await session.end();
    expect(describeState(session)).toEqual(['signed-out', null, null]);
  });

  it('sends no automatic requests after it has ended, whichever cookie exists by then', async () => {
    const { session, next } = await openSession(grantOf('ada'));
    await codeOf(session.renewNow());
    next.push(grantOf('eve'));
    expect(await codeOf(session.read())).toBe('session_ended');
    expect(await codeOf(session.renew('token of ada'))).toBe('session_ended');
    expect(next).toHaveLength(1);
  });

  it('reports another change if a third account takes over while the user decides', async () => {
    const { session, next } = await openSession(grantOf('ada'), grantOf('eve'));
    await codeOf(session.renewNow());
    next.push(grantOf('mallory'));
    expect(await codeOf(session.acceptAccount())).toBe('account_changed');
    expect(describeState(session)).toEqual(['account-changed', 'eve', 'mallory']);
  });
});

describe('Session', () => {
  it('reports why it can’t be read, and starts after a retry', async () => {
    const { session, next } = openTab([new AppError('network', 'no connection')]);
    await session.restore();
    expect([session.status, session.error]).toMatchObject(['unreachable', { code: 'network' }]);
    next.push(grantOf('ada'));
    await session.restore();
    expect([session.status, session.error, session.account?.id]).toEqual(['signed-in', null, 'ada']);
  });

  it('gives out no token before a login', async () => {
    const { session } = openTab();
    await session.restore();
    expect([...describeState(session), await codeOf(session.read())]).toEqual([
      'signed-out',
      null,
      null,
      'session_ended',
    ]);
  });

  it('replaces a token that is about to expire, and stays signed in if that fails', async () => {
    const { session, next } = openTab([{ ...grantOf('ada', 'short'), expiresInSeconds: 5 }]);
    await session.restore();
    next.push(new AppError('network', 'no connection'));
    expect([await codeOf(session.read()), session.status]).toEqual(['network', 'signed-in']);
    next.push(grantOf('ada', 'long'));
    expect([await session.read(), await session.read(), next.length]).toEqual(['long', 'long', 0]);
  });

  it('replaces a refused token once, however many calls were refused', async () => {
    const { session, next } = await openSession(grantOf('ada', 'first'), grantOf('ada', 'second'));
    expect(await session.renew('first')).toBe('second');
    expect([await session.renew('first'), next.length]).toEqual(['second', 0]);
  });

  it('measures a token’s lifetime without the wall clock, which may be changed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const { session, next } = await openSession(grantOf('ada', 'first'), grantOf('ada', 'second'));
    for (const milliseconds of [DAY_MS, -2 * DAY_MS]) {
      vi.setSystemTime(Date.now() + milliseconds);
      expect(await session.read()).toBe('first');
    }
    expect(next).toHaveLength(1);
  });

  it('has the scopes that were granted', async () => {
    const { session, next } = await openSession(grantOf('ada'));
    expect(session.grantedScopes.length).toBeGreaterThan(1);
    next.push({ ...grantOf('ada'), scopes: ['openid'] });
    await session.renewNow();
    expect(session.grantedScopes).toEqual(['openid']);
    await session.end();
    expect([session.grantedScopes, session.expiresAtMs, session.account]).toEqual([[], 0, null]);
  });

  it('stays ended if it was ended during a renewal', async () => {
    const { session, next } = await openSession(grantOf('ada'));
    let answer: (grant: Grant) => void = () => undefined;
    next.push(new Promise((resolve) => (answer = resolve)));
    const renewing = codeOf(session.renewNow());
    await session.end();
    answer(grantOf('ada', 'late'));
    expect([await renewing, session.status, session.account]).toEqual(['session_ended', 'signed-out', null]);
  });
});

describe('Session in two tabs', () => {
  const opened: Session[] = [];
  afterEach(() => Promise.all(opened.splice(0).map((session) => session.end())));

  async function openTwo() {
    const tabs = [openTab([grantOf('ada')]), openTab([grantOf('ada')])] as const;
    for (const { session } of tabs) await session.restore();
    opened.push(...tabs.map(({ session }) => session));
    return tabs;
  }

  it('stops in one tab when the other logs in with another account, even during a refresh', async () => {
    const [one, other] = await openTwo();
    const received = one.hears();
    other.session.begin(grantOf('eve'));
    let answer: (grant: Grant) => void = () => undefined;
    one.next.push(new Promise((resolve) => (answer = resolve)));
    const underWay = codeOf(one.session.renewNow());
    await received;
    answer(grantOf('ada'));
    expect(await underWay).toBe('account_changed');
    expect(one.session.status).toBe('account-changed');
    expect([other.session.status, other.session.account?.id]).toEqual(['signed-in', 'eve']);
  });

  it('is reported as another account’s even if a running refresh is refused then', async () => {
    const [one, other] = await openTwo();
    let refuse: (error: AppError) => void = () => undefined;
    const refused = new Promise<Grant>((_, reject) => (refuse = reject));
    one.next.push(refused);
    const underWay = codeOf(one.session.renewNow());
    const received = one.hears();
    other.session.begin(grantOf('eve'));
    await received;
    refuse(new AppError('session_ended', 'none'));
    await underWay;
    expect(one.session.status).toBe('account-changed');
  });

  it('is unchanged when the other tab logs in with the same account', async () => {
    const [one, other] = await openTwo();
    const received = one.hears();
    other.session.begin(grantOf('ada', 'newer'));
    await received;
    expect([one.session.status, await one.session.read()]).toEqual(['signed-in', 'token of ada']);
  });

  // RFC 9700 §4.14.2.
  // Proves: security/logout-in-every-tab.
  it('ends in both tabs when one logs out, and is forgotten, so the next login is not an account change', async () => {
    const [one, other] = await openTwo();
    const received = one.hears();
    await other.session.end();
    await received;
    expect([one.session.status, one.session.account]).toEqual(['signed-out', null]);
    one.next.push(grantOf('eve'));
    await one.session.restore();
    expect(one.session.status).toBe('signed-in');
  });

  it('reports who logs in from the other tab after it has ended, and continues on request', async () => {
    const [one, other] = await openTwo();
    const ended = one.hears();
    await other.session.end();
    await ended;
    const began = one.hears();
    other.session.begin(grantOf('ada', 'newer'));
    await began;
    expect([one.session.status, one.session.begunElsewhere?.id]).toEqual(['signed-out', 'ada']);
    one.next.push(grantOf('ada', 'newer'));
    await one.session.restore();
    expect([one.session.status, one.session.begunElsewhere]).toEqual(['signed-in', null]);
  });
});
