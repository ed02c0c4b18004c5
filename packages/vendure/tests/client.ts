/** A client of one of Vendure's APIs, with its own session. */
export class Client {
  #token = '';
  /** Token of the channel; empty for the default one. */
  channel = '';

  constructor(readonly address: string) {}

  /** @throws Error for any answer without data */
  async request(query: string, variables: object = {}): Promise<Answer> {
    const answer = await fetch(this.address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(this.channel && { 'vendure-token': this.channel }),
      },
      body: JSON.stringify({ query, variables }),
    });
    this.#token = answer.headers.get('vendure-auth-token') ?? this.#token;
    const { data, errors } = (await answer.json()) as { data?: Answer; errors?: unknown };
    if (errors !== undefined || data === undefined) throw new Error(JSON.stringify(errors));
    return data;
  }

  /** Sends a request with the client's session to another path of the server. */
  get(path: string): Promise<Response> {
    return fetch(new URL(path, this.address), { headers: { authorization: `Bearer ${this.#token}` } });
  }
}

/** The requested data. */
// eslint-disable-next-line
export type Answer = any;
