import { AppError } from '../contract/errors.ts';
import { PLATFORM_SCOPES } from '../platform/scopes.ts';
import type { Bearer } from '../platform/request.ts';
import { lockTabs, Refresher, type Reason } from './refresher.ts';
import type { Grant, TokenEndpoint } from './token-endpoint.ts';

export type SessionStatus = 'checking' | 'unreachable' | 'signed-out' | 'signed-in';

/** A token is replaced this long before it ends, so that it doesn't end on the way. */
const MARGIN_MS = 10_000;
const CHANNEL_NAME = 'droppoint.session';

/**
 * The broker's session in this tab: the access token in memory, nothing in web storage, the refresh token out of reach in the
 * function's cookie. Only `expires_in` tells when a token ends, counted on the monotonic clock, so a wrong wall clock is harmless.
 */
export class Session implements Bearer {
  status = $state<SessionStatus>('checking');
  grantedScopes = $state<readonly string[]>([]);
  /** On the clock of `performance.now()`. */
  expiresAtMs = $state(0);
  /** Why the session could not be read, where `status` is `unreachable`. */
  error = $state<unknown>(null);

  #token: string | null = null;
  /** Counts endings, so that a refresh that was under way meanwhile can't bring the session back. */
  #endings = 0;
  readonly #endpoint: TokenEndpoint;
  readonly #refresher: Refresher;
  readonly #channel = new BroadcastChannel(CHANNEL_NAME);

  constructor(endpoint: TokenEndpoint) {
    this.#endpoint = endpoint;
    this.#refresher = new Refresher({ ask: (force) => endpoint.refresh(force) });
    // A logout in one tab ends the others.
    this.#channel.onmessage = () => this.#clear();
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

  /** Begins a session with what the code exchange gave. */
  begin(grant: Grant): void {
    this.#token = grant.accessToken;
    this.expiresAtMs = performance.now() + grant.expiresInSeconds * 1000;
    // RFC 6749 §5.1: a missing scope means that all was granted that was asked for.
    this.grantedScopes = grant.scopes ?? PLATFORM_SCOPES;
    this.error = null;
    this.status = 'signed-in';
  }

  async read(): Promise<string> {
    if (this.#token !== null && performance.now() < this.expiresAtMs - MARGIN_MS) return this.#token;
    return this.#refresh({ why: 'expired' });
  }

  async renew(refusedToken: string): Promise<string> {
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
    this.#channel.postMessage('ended');
    this.#clear();
  }

  async #refresh(reason: Reason): Promise<string> {
    const endings = this.#endings;
    try {
      const grant = await this.#refresher.refresh(reason, this.#token !== null);
      if (endings !== this.#endings) {
        throw new AppError('session_ended', 'The session was ended while it was being renewed.');
      }
      this.begin(grant);
      return grant.accessToken;
    } catch (error) {
      // Only a session that is really over is given up; while offline it is kept.
      if (error instanceof AppError && error.code === 'session_ended') this.#clear();
      throw error;
    }
  }

  #clear(): void {
    this.#endings++;
    this.#token = null;
    this.grantedScopes = [];
    this.expiresAtMs = 0;
    this.status = 'signed-out';
  }
}
