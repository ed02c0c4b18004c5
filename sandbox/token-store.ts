import type { Adapter, AdapterPayload } from 'oidc-provider';

interface StoredRecord {
  payload: AdapterPayload;
  expiresAtMilliseconds: number;
}

const ACCESS_TOKEN_KINDS = ['AccessToken', 'ClientCredentials'];
const GRANT_BOUND_KINDS = ['AccessToken', 'AuthorizationCode', 'RefreshToken'];
const SWEEP_EVERY = 1_000;

/** Stores a sandbox's sessions, codes and tokens in memory. Deletes expired ones from time to time. */
export class TokenStore {
  #kinds = new Map<string, Map<string, StoredRecord>>();
  #writes = 0;

  /** Creates the adapter of oidc-provider for a kind of record. */
  adapterFor = (kind: string): Adapter => {
    const records = this.#recordsOf(kind);
    const read = (id: string) => {
      const stored = records.get(id);
      return stored && stored.expiresAtMilliseconds > Date.now() ? stored.payload : undefined;
    };
    return {
      upsert: (id, payload, expiresInSeconds) => {
        this.#sweepNowAndThen();
        records.set(id, { payload, expiresAtMilliseconds: Date.now() + (expiresInSeconds || 3_600) * 1_000 });
        return Promise.resolve();
      },
      find: (id) => Promise.resolve(read(id)),
      findByUid: (uid) =>
        Promise.resolve([...records.values()].find(({ payload }) => payload.uid === uid)?.payload),
      findByUserCode: () => Promise.resolve(undefined),
      consume: (id) => {
        const payload = read(id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000);
        return Promise.resolve();
      },
      destroy: (id) => {
        records.delete(id);
        return Promise.resolve();
      },
      revokeByGrantId: (grantId) => {
        this.#dropWhere(GRANT_BOUND_KINDS, (payload) => payload.grantId === grantId);
        return Promise.resolve();
      },
    };
  };

  /** Revokes all access tokens. @returns their number */
  dropAccessTokens(): number {
    return this.#dropWhere(ACCESS_TOKEN_KINDS, () => true);
  }

  /** Revokes all access tokens, refresh tokens and codes. @returns their number */
  dropAllTokens(): number {
    return this.#dropWhere([...ACCESS_TOKEN_KINDS, 'RefreshToken', 'AuthorizationCode'], () => true);
  }

  /** Ends a session at the login host, so that the next authorization shows the login page. */
  dropSession(uid: string): void {
    this.#dropWhere(['Session'], (payload) => payload.uid === uid);
  }

  #dropWhere(kinds: string[], matches: (payload: AdapterPayload) => boolean): number {
    let dropped = 0;
    for (const kind of kinds) {
      const records = this.#recordsOf(kind);
      for (const [id, { payload }] of records) {
        if (matches(payload) && records.delete(id)) dropped += 1;
      }
    }
    return dropped;
  }

  #recordsOf(kind: string): Map<string, StoredRecord> {
    const records = this.#kinds.get(kind) ?? new Map<string, StoredRecord>();
    this.#kinds.set(kind, records);
    return records;
  }

  #sweepNowAndThen(): void {
    this.#writes += 1;
    if (this.#writes % SWEEP_EVERY !== 0) return;
    const now = Date.now();
    for (const records of this.#kinds.values()) {
      for (const [id, stored] of records) if (stored.expiresAtMilliseconds <= now) records.delete(id);
    }
  }
}
