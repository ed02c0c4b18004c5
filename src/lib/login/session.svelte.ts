import type { Account } from '#contract/function-answers.ts';
import { AppError } from '#platform/errors.ts';
import type { Bearer } from '#platform/request.ts';
import { createRefresher, lockTabs, type RefreshReason } from './refresher.ts';
import type { Grant, TokenFacade } from './token-facade.ts';

/** `account-changed`: the session belongs to another account than before, and the user must decide how to continue. */
export type SessionStatus = 'checking' | 'unreachable' | 'signed-out' | 'signed-in' | 'account-changed';

/** Message between tabs: the user has logged out, or has logged in with an account. */
type TabMessage = { what: 'ended' } | { what: 'began'; account: Account };

/** A token is replaced this long before it expires, so that it doesn't expire during a request. */
const MARGIN_MS = 10_000;
const CHANNEL_NAME = 'droppoint.session';

/**
 * The broker's session in this tab. The access token is in memory only, nothing is in web storage, and
 * the refresh token is in the function's cookie, which scripts can't read. A token's lifetime
 * (`expires_in`) is measured on the monotonic clock, so a wrong system clock does no harm.
 */
export class Session implements Bearer {
  status = $state<SessionStatus>('checking');
  /** Account of the current or last session: kept when a session expires. null after a logout. */
  account = $state<Account | null>(null);
  /** If `status` is `account-changed`: the account whose session was found instead. */
  otherAccount = $state<Account | null>(null);
  /**
   * Account that has logged in from another tab since this page was logged out. `restore` continues that
   * session.
   */
  begunElsewhere = $state<Account | null>(null);
  grantedScopes = $state<readonly string[]>([]);
  /** On the clock of `performance.now()`. */
  expiresAtMs = $state(0);
  /** Why the session could not be read, if `status` is `unreachable`. */
  error = $state<unknown>(null);

  #token: string | null = null;
  /** Number of times a session has ended, so that a refresh that was running meanwhile can't restore it. */
  #endings = 0;
  readonly #endpoint: TokenFacade;
  readonly #refreshToken = createRefresher({ requestGrant: (force) => this.#endpoint.refresh(force) });
  readonly #channel = new BroadcastChannel(CHANNEL_NAME);

  constructor(endpoint: TokenFacade) {
    this.#endpoint = endpoint;
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      // A logout in one tab ends the session in all tabs.
      if (data.what === 'ended') this.#forget();
      else if (this.#isOther(data.account)) this.#stop(data.account);
      else if (this.status === 'signed-out') this.begunElsewhere = data.account;
    };
  }

  /** Restores the session of the function's cookie, if there is one. Never throws: see `status` and `error`. */
  async restore(): Promise<void> {
    this.status = 'checking';
    await this.#refresh({ why: 'restore' }).catch((error: unknown) => {
      if (this.status !== 'checking') return;
      this.status = 'unreachable';
      this.error = error;
    });
  }

  /** Starts a session after a login, with the result of the code exchange. */
  begin(grant: Grant): void {
    this.#channel.postMessage({ what: 'began', account: grant.account } satisfies TabMessage);
    this.#hold(grant);
  }

  /** Continues with the other account, as the user has decided. */
  async acceptAccount(): Promise<void> {
    this.account = this.otherAccount;
    await this.#refresh({ why: 'restore' });
  }

  #hold(grant: Grant): void {
    this.account = grant.account;
    this.otherAccount = this.begunElsewhere = null;
    this.#token = grant.accessToken;
    this.expiresAtMs = performance.now() + grant.expiresInSeconds * 1000;
    this.grantedScopes = grant.scopes;
    this.error = null;
    this.status = 'signed-in';
  }

  /** @throws AppError `session_ended` or `account_changed` if this page has no session, or one of another account */
  requireOwn(): void {
    if (this.status === 'account-changed') throw accountChanged();
    if (this.status === 'signed-out') throw new AppError('session_ended', 'No one is logged in.');
  }

  async read(): Promise<string> {
    this.requireOwn();
    if (this.#token !== null && performance.now() < this.expiresAtMs - MARGIN_MS) return this.#token;
    return this.#refresh({ why: 'expired' });
  }

  async renew(refusedToken: string): Promise<string> {
    this.requireOwn();
    // Another call may have renewed it already.
    if (this.#token !== null && this.#token !== refusedToken) return this.#token;
    return this.#refresh({ why: 'refused', token: refusedToken });
  }

  /** Replaces the token now, at the user's request. */
  async renewNow(): Promise<void> {
    await this.#refresh({ why: 'by-hand' });
  }

  /** Ends the session here, at the function, and in the other tabs. */
  async end(): Promise<void> {
    // A refresh under way in another tab would set the cookie again after it was cleared.
    await lockTabs(() => this.#endpoint.endSession());
    this.#channel.postMessage({ what: 'ended' } satisfies TabMessage);
    this.#forget();
  }

  async #refresh(reason: RefreshReason): Promise<string> {
    const endings = this.#endings;
    try {
      const grant = await this.#refreshToken(reason, this.#token !== null);
      if (endings !== this.#endings) {
        this.requireOwn();
        throw new AppError('session_ended', 'The session was ended while it was being renewed.');
      }
      // A login in another tab may have replaced the cookie: the account never changes without the user's consent.
      if (this.#isOther(grant.account)) {
        this.#stop(grant.account);
        throw accountChanged();
      }
      this.#hold(grant);
      return grant.accessToken;
    } catch (error) {
      // All other errors keep the session, for example while offline.
      if (error instanceof AppError && error.code === 'session_ended' && endings === this.#endings)
        this.#clear();
      throw error;
    }
  }

  #isOther(account: Account): boolean {
    return this.account !== null && this.account.id !== account.id;
  }

  /** Ends this session until the user has decided about the other account. */
  #stop(other: Account): void {
    this.#clear();
    this.otherAccount = other;
    this.status = 'account-changed';
  }

  #forget(): void {
    this.#clear();
    this.account = null;
  }

  #clear(): void {
    this.#endings++;
    this.#token = null;
    this.otherAccount = this.begunElsewhere = null;
    this.grantedScopes = [];
    this.expiresAtMs = 0;
    this.status = 'signed-out';
  }
}

function accountChanged(): AppError {
  return new AppError('account_changed', 'The session now belongs to a different account.');
}
