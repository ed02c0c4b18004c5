/** A client of one of Vendure's APIs, with a session of its own. */
export class Client {
  #token = '';
  /** Of the channel; empty: the default one. */
  channel = '';

  constructor(readonly address: string) {}

  /** @throws Error for anything but data */
  async ask(query: string, variables: object = {}): Promise<Answer> {
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

  /** A request with the client's session to another path of the server. */
  get(path: string): Promise<Response> {
    return fetch(new URL(path, this.address), { headers: { authorization: `Bearer ${this.#token}` } });
  }
}

/** Whatever was asked for. */
// eslint-disable-next-line
export type Answer = any;
