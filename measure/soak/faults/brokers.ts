import { isDeepStrictEqual } from 'node:util';
import { pathOf } from '../../../packages/platform/operation.ts';
import { OPERATIONS } from '../../../packages/platform/operations.ts';
import { walkLogin } from '../../../tests/functions/walk-login.ts';
import { ADDRESS, makeShipment } from '../../../tests/sandbox/carrier-client.ts';
import { parseJson, sendAsBrowser, type Answer, type Question } from './send-as-browser.ts';
import type { KnownNetwork } from './known.ts';
import type { Truth } from './plan.ts';
import type { Runtime } from './tally.ts';

/** The outcome of a broker's action: `''` if it is fine, otherwise `refused: …`, `failed: …`, or a description of what was wrong. */
export type Verdict = string;

export interface BrokersPlace {
  /** The address to which requests are sent, and the origin that browsers see. */
  address: string;
  origin: string;
  /** Origin of the platform's login host. */
  account: string;
  clientId: string;
  known: KnownNetwork;
  truth: Pick<Truth, 'far' | 'platformTellsWrong'>;
  runtime: Runtime;
}

const LIST = `/api/platform${pathOf(OPERATIONS.listPoints)}`;
const SHIPMENTS = `/api/platform${pathOf(OPERATIONS.createShipment, { organizationId: 'soak' })}`;
const REFUSALS: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** One broker: logs in, reads the list, sends parcels, returns with the cookie, logs out, and starts again. */
export class Broker {
  readonly #place: BrokersPlace;
  #cookie = '';
  #accessToken = '';
  #turn = 0;
  /** Number of logins that were lost without a logout. */
  lostLogins = 0;

  constructor(place: BrokersPlace, turn: number) {
    this.#place = place;
    this.#turn = turn;
  }

  /** @returns the next action; a broker who can't log in reads the public list */
  async next(): Promise<{ route: string; run: () => Promise<Verdict> }> {
    if (this.#cookie === '') {
      // The login takes place on the platform's own pages, which aren't under test.
      const { account, clientId, origin } = this.#place;
      const login = await walkLogin(account, clientId, `${origin}/account/callback`).catch(() => null);
      return login === null
        ? this.#readPublicList()
        : {
            route: 'code for a token',
            run: () =>
              this.#takeToken({
                grant_type: 'authorization_code',
                code: login.code,
                code_verifier: login.code_verifier,
                redirect_uri: `${origin}/account/callback`,
              }),
          };
    }
    switch (this.#turn++ % 8) {
      case 1:
      case 5:
        return { route: 'shipment', run: () => this.#ship() };
      case 2:
        return { route: 'refresh', run: () => this.#refresh('force') };
      case 4:
        return { route: 'session of a new page', run: () => this.#refresh() };
      case 6:
        return this.#readPublicList();
      case 7:
        return this.#turn % 24 === 0 ? { route: 'logout', run: () => this.#logout() } : this.next();
      default:
        return { route: 'list', run: () => this.#withToken((headers) => this.#list(LIST, headers)) };
    }
  }

  #readPublicList() {
    return { route: 'list for shoppers', run: () => this.#list('/api/points', {}) };
  }

  #request(path: string, { headers = {}, ...question }: Question): Promise<Answer> {
    const own = {
      origin: this.#place.origin,
      'sec-fetch-site': 'same-origin',
      'x-requested-with': 'droppoint',
    };
    return sendAsBrowser(this.#place.address + path, { ...question, headers: { ...own, ...headers } });
  }

  async #takeToken(form: Record<string, string>, headers: Record<string, string> = {}): Promise<Verdict> {
    const answer = await this.#request('/api/oauth/token', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(this.#cookie && { cookie: this.#cookie }),
        ...headers,
      },
      body: new URLSearchParams({ client_id: this.#place.clientId, ...form }).toString(),
    });
    if (answer.status !== 200) {
      const { error } = (parseJson(answer) ?? {}) as { error?: string };
      if (error !== 'invalid_grant') return readRefusal(answer);
      // On a node whose clock is a year ahead, every session has expired.
      const isOver = this.#place.truth.far && this.#place.runtime === 'node';
      if (form['grant_type'] === 'refresh_token' && !isOver) this.lostLogins++;
      this.#cookie = '';
      return 'refused: invalid_grant';
    }
    const [pair = ''] = (answer.headers['set-cookie']?.[0] ?? '').split(';');
    if (pair !== '') this.#cookie = pair.endsWith('=') ? '' : pair;
    const body = parseJson(answer) as { access_token?: unknown; refresh_token?: unknown } | null;
    if (typeof body?.access_token !== 'string' || body.refresh_token !== undefined)
      return 'a token response without a token';
    this.#accessToken = body.access_token;
    return '';
  }

  #refresh(force?: 'force'): Promise<Verdict> {
    return this.#takeToken({ grant_type: 'refresh_token' }, force ? { 'x-token-refresh': force } : {});
  }

  /** Repeats a call once with a new token if the platform refuses the old one, as our pages do. */
  async #withToken(call: (headers: Record<string, string>) => Promise<Verdict>): Promise<Verdict> {
    const bearer = () => ({ authorization: `Bearer ${this.#accessToken}`, cookie: this.#cookie });
    const first = await call(bearer());
    if (!first.startsWith('token ended')) return first;
    return (await this.#refresh('force')) || call(bearer());
  }

  async #list(path: string, headers: Record<string, string>): Promise<Verdict> {
    const answer = await this.#request(`${path}?page=2&perPage=20`, { headers });
    if (answer.status !== 200) return readRefusal(answer);
    const body = parseJson(answer) as { items?: { id?: unknown }[] } | null;
    if (this.#place.truth.platformTellsWrong) return '';
    const placed = (body?.items ?? []).map(
      (item) => [item, this.#place.known.itemOf(String(item.id))] as const,
    );
    const wrong = placed.find(([item, known]) => known !== undefined && !isDeepStrictEqual(item, known));
    return placed.length === 20 && wrong === undefined ? '' : `${String(wrong?.[0].id)} differs in the list`;
  }

  #ship(): Promise<Verdict> {
    const references = { custom: { order: `soak-${Math.random()}`, note: 'ä ✓' } };
    const shipment = makeShipment('to an address');
    const parcels = (shipment['parcels'] as object[]).map((parcel) => ({ ...parcel, references }));
    return this.#withToken(async (headers) => {
      const answer = await this.#request(SHIPMENTS, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...shipment, destination: ADDRESS, parcels }),
      });
      if (answer.status !== 201) return readRefusal(answer);
      const body = parseJson(answer) as { parcels?: { references?: unknown }[] } | null;
      return isDeepStrictEqual(body?.parcels?.[0]?.references, references) ||
        this.#place.truth.platformTellsWrong
        ? ''
        : 'a different parcel was received';
    });
  }

  async #logout(): Promise<Verdict> {
    const answer = await this.#request('/api/oauth/logout', {
      method: 'POST',
      headers: { cookie: this.#cookie },
    });
    if (answer.status !== 204) return readRefusal(answer);
    this.#cookie = '';
    return '';
  }
}

/** Classifies an error response: our own refusals have an error code and the request's id; any other response is a failure. */
function readRefusal(answer: Answer): Verdict {
  const body = parseJson(answer) as { error?: unknown; request_id?: unknown } | null;
  const what = `${answer.status} ${answer.bytes.toString().slice(0, 100)}`;
  if (answer.status === 401) return `token ended: ${what}`;
  return REFUSALS.has(answer.status) && typeof body?.error === 'string'
    ? `refused: ${what}`
    : `failed: ${what}`;
}
