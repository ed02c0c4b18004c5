import type { Account } from '../contract/function-answers.ts';
import { AppError } from '../contract/errors.ts';
import { PLATFORM_SCOPES } from '../platform/scopes.ts';
import type { Bearer } from '../platform/request.ts';
import { createRefresher, lockTabs, type Reason } from './refresher.ts';
import type { Grant, TokenFacade } from './token-facade.ts';

/** `account-changed`: the session is another account's than the one that this page worked with, and a person has to say what then. */
export type SessionStatus = 'checking' | 'unreachable' | 'signed-out' | 'signed-in' | 'account-changed';

/** What tabs tell one another: that a person logged out, or logged in with an account. */
type Told = { what: 'ended' } | { what: 'began'; account: Account };

/** A token is replaced this long before it ends, so that it doesn't end on the way. */
const MARGIN_MS = 10_000;
const CHANNEL_NAME = 'droppoint.session';

/**
 * The broker's session in this tab: the access token in memory, nothing in web storage, the refresh token out of reach in the
 * function's cookie. Only `expires_in` tells when a token ends, counted on the monotonic clock, so a wrong wall clock is harmless.
 */
export class Session implements Bearer {
  status = $state<SessionStatus>('checking');
  /** Whose session this page works with, or worked with last: kept when a session ends by itself. null after a logout. */
  account = $state<Account | null>(null);
  /** Whose session was found instead, where `status` is `account-changed`. */
  otherAccount = $state<Account | null>(null);
  /** Who has logged in with another tab since this page was logged out: `restore` takes that session up. */
  begunElsewhere = $state<Account | null>(null);
  grantedScopes = $state<readonly string[]>([]);
  /** On the clock of `performance.now()`. */
  expiresAtMs = $state(0);
  /** Why the session could not be read, where `status` is `unreachable`. */
  error = $state<unknown>(null);

  #token: string | null = null;
  /** Counts endings, so that a refresh that was under way meanwhile can't bring the session back. */
  #endings = 0;
  readonly #endpoint: TokenFacade;
  readonly #refresher = createRefresher({ ask: (force) => this.#endpoint.refresh(force) });
  readonly #channel = new BroadcastChannel(CHANNEL_NAME);

  constructor(endpoint: TokenFacade) {
    this.#endpoint = endpoint;
    this.#channel.onmessage = ({ data }: MessageEvent<Told>) => {
      // A logout in one tab ends the others.
      if (data.what === 'ended') this.#forget();
      else if (this.#isOther(data.account)) this.#stop(data.account);
      else if (this.status === 'signed-out') this.begunElsewhere = data.account;
    };
  }

  /** Takes up the session that the function's cookie holds, if there is one. Never throws: see `status` and `error`. */
  async restore(): Promise<void> {
    this.status = 'checking';
    await this.#refresh({ why: 'restore' }).catch((error: unknown) => {
      if (this.status !== 'checking') return;
      this.status = 'unreachable';
      this.error = error;
    });
  }

  /** Begins a session with what the code exchange gave: a person has just logged in with this account. */
  begin(grant: Grant): void {
    this.#channel.postMessage({ what: 'began', account: grant.account } satisfies Told);
    this.#hold(grant);
  }

  /** Goes on with the other account that was found, as a person has decided. */
  async acceptAccount(): Promise<void> {
    this.account = this.otherAccount;
    await this.#refresh({ why: 'restore' });
  }

  #hold(grant: Grant): void {
    this.account = grant.account;
    this.otherAccount = this.begunElsewhere = null;
    this.#token = grant.accessToken;
    this.expiresAtMs = performance.now() + grant.expiresInSeconds * 1000;
    // RFC 6749 §5.1: a missing scope means that all was granted that was asked for.
    this.grantedScopes = grant.scopes ?? PLATFORM_SCOPES;
    this.error = null;
    this.status = 'signed-in';
  }

  /** @throws AppError where nobody is logged in, or somebody else: then nothing is asked in anybody's name */
  requireOwn(): void {
    if (this.status === 'account-changed') throw accountChanged();
    if (this.status === 'signed-out') throw new AppError('session_ended', 'Nobody is logged in.');
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

  /** Replaces the token now, asked for by a person. */
  async renewNow(): Promise<void> {
    await this.#refresh({ why: 'by-hand' });
  }

  /** Ends the session here, at the function, and in the other tabs. */
  async end(): Promise<void> {
    // A refresh under way in another tab would set the cookie again after it was cleared.
    await lockTabs(() => this.#endpoint.endSession());
    this.#channel.postMessage({ what: 'ended' } satisfies Told);
    this.#forget();
  }

  async #refresh(reason: Reason): Promise<string> {
    const endings = this.#endings;
    try {
      const grant = await this.#refresher.refresh(reason, this.#token !== null);
      if (endings !== this.#endings) {
        this.requireOwn();
        throw new AppError('session_ended', 'The session was ended while it was being renewed.');
      }
      // The cookie may have been replaced, by a login in another tab or by somebody else: never silently.
      if (this.#isOther(grant.account)) {
        this.#stop(grant.account);
        throw accountChanged();
      }
      this.#hold(grant);
      return grant.accessToken;
    } catch (error) {
      // Only a session that is really over is given up; while offline it is kept.
      if (error instanceof AppError && error.code === 'session_ended' && endings === this.#endings)
        this.#clear();
      throw error;
    }
  }

  #isOther(account: Account): boolean {
    return this.account !== null && this.account.id !== account.id;
  }

  /** Nothing more is asked in anybody's name until a person has decided. */
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
  return new AppError('account_changed', "The session is another account's than before.");
}
