import { expect } from '@playwright/test';
import type { Droppoint } from '../../../tests/browser/droppoint.ts';
import type { Door } from '../../vendure/tests/outage.ts';

export interface Medusa {
  origin: string;
  /** The proxy between Medusa and Droppoint. */
  door: Door;
  folder: string;
  /** Address of its database. */
  database: string;
  keys: { publishable: string; secret: string; region: string };
  /** Its output since its start. */
  readLog(): string;
}

/** The requested data. */
// eslint-disable-next-line
export type Answer = any;

export const HOME = {
  first_name: 'Oskar',
  last_name: 'Lis',
  address_1: 'Rynek 1',
  city: 'Kraków',
  postal_code: '31-042',
  province: 'małopolskie',
  country_code: 'pl',
  phone: '+48500000202',
};

/** A shopper and the staff of a Medusa shop. */
export class Shop {
  readonly #medusa: Medusa;
  readonly #droppoint: Droppoint;
  /** Answers that are the same for each basket, by their paths. */
  readonly #known = new Map<string, Promise<Answer>>();

  constructor(medusa: Medusa, droppoint: Droppoint) {
    this.#medusa = medusa;
    this.#droppoint = droppoint;
  }

  /** Sends a request to any route. */
  send(path: string, method = 'GET', body?: object): Promise<Response> {
    const { origin, keys } = this.#medusa;
    return fetch(origin + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(path.startsWith('/store/') && { 'x-publishable-api-key': keys.publishable }),
        ...(path.startsWith('/admin/') && { authorization: `Basic ${btoa(`${keys.secret}:`)}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** @throws Error for any answer but success */
  async request(path: string, method = 'GET', body?: object): Promise<Answer> {
    const answer = await this.send(path, method, body);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  }

  get = (path: string): Promise<Answer> => this.request(path);

  #getOnce(key: string, path = key): Promise<Answer> {
    const known = this.#known.get(key) ?? this.get(path);
    this.#known.set(key, known);
    return known;
  }

  post = (path: string, body: object = {}): Promise<Answer> => this.request(path, 'POST', body);

  /** Fills the basket of a customer who has entered an address. */
  async fillCart({ handle = 'kettle', quantity = 1, email = 'oskar.lis@mail.example', address = HOME } = {}) {
    const { products } = await this.#getOnce(`/store/products?handle=${handle}&fields=id,variants.id`);
    const { cart } = await this.post('/store/carts?fields=id', {
      region_id: this.#medusa.keys.region,
      email,
      shipping_address: address,
      items: [{ variant_id: products[0].variants[0].id, quantity }],
    });
    return String(cart.id);
  }

  /** The shipping option to a pick-up point, or home. */
  async findOption(cartId: string, provider = 'droppoint_droppoint'): Promise<Answer> {
    const path = `/store/shipping-options?cart_id=${cartId}`;
    const { shipping_options: options } = await this.#getOnce('options', path);
    return options.find((option: Answer) => option.provider_id === provider);
  }

  /** Sets a cart's point. @returns the answer with its status */
  async setPoint(cartId: string, pointId: string): Promise<Answer> {
    const { id } = await this.findOption(cartId);
    const path = `/store/carts/${cartId}/pickup-point`;
    const answer = await this.send(path, 'POST', { option_id: id, point_id: pointId });
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  async chooseHome(cartId: string): Promise<void> {
    const { id } = await this.findOption(cartId, 'manual_manual');
    await this.post(`/store/carts/${cartId}/shipping-methods`, { option_id: id });
  }

  /** Prepares the payment of a cart. @returns the session's id */
  async openPayment(cartId: string): Promise<string> {
    const { payment_collection: payments } = await this.post('/store/payment-collections', {
      cart_id: cartId,
    });
    const path = `/store/payment-collections/${payments.id}/payment-sessions`;
    const { payment_collection: opened } = await this.post(path, { provider_id: 'pp_test_test' });
    return String(opened.payment_sessions[0].id);
  }

  /** Completes a cart. @returns the answer with its status */
  async complete(cartId: string): Promise<Answer> {
    const answer = await this.send(`/store/carts/${cartId}/complete?fields=id`, 'POST', {});
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  /** Places an order to a point. @returns its id */
  async placeOrder(pointId: string, cart: Parameters<Shop['fillCart']>[0] = {}): Promise<string> {
    const cartId = await this.fillCart(cart);
    await this.setPoint(cartId, pointId);
    await this.openPayment(cartId);
    const { order, ...refused } = await this.complete(cartId);
    if (order === undefined) throw new Error(JSON.stringify(refused));
    return String(order.id);
  }

  async readOrder(id: string): Promise<Answer> {
    const fields = '*shipping_address,*billing_address,*items,*fulfillments,*fulfillments.labels';
    return (
      await this.get(
        `/admin/orders/${id}?fields=%2Bfulfillment_status,%2Bstatus,%2Bemail,%2Bdisplay_id,${fields}`,
      )
    ).order;
  }

  /** The data of the plugin's block in the admin. */
  readBlock = (id: string): Promise<Answer> => this.get(`/admin/droppoint/orders/${id}`);

  /** Medusa's state of an order, the state of its first parcel, and its sum. */
  async readState(id: string): Promise<[status: string, state: string | null, total: number]> {
    const { fulfillment_status: status, total } = await this.readOrder(id);
    const { parcels } = await this.readBlock(id);
    return [status, parcels[0]?.state ?? null, total];
  }

  /** Sends some pieces of an order's only line. @returns the answer with its status */
  async ship(id: string, quantity?: number): Promise<Answer> {
    const { order } = await this.#getOnce(`/admin/orders/${id}?fields=id,*items`);
    const pieces = order.items.map((item: Answer) => ({ id: item.id, quantity: quantity ?? item.quantity }));
    const answer = await this.send(`/admin/orders/${id}/fulfillments?fields=id`, 'POST', { items: pieces });
    return { status: answer.status, ...((await answer.json()) as object) };
  }

  /** The numbers of an order's parcels, once the subscriber has stored as many. */
  async findParcels(id: string, count = 1): Promise<string[]> {
    const find = async () => (await this.readBlock(id)).parcels.map(({ number }: Answer) => String(number));
    await expect.poll(async () => (await find()).length).toBe(count);
    return find();
  }

  /** Finds the ids of open points around a place, nearest first. */
  async pointsNear(query: string): Promise<string[]> {
    const answer = await fetch(`${this.#droppoint.origin}/api/nearest-points?${query}`);
    const { points } = (await answer.json()) as { points: { summary: { id: string } }[] };
    return points.map(({ summary }) => summary.id);
  }
}
