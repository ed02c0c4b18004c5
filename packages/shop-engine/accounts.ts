import { createPlatform, type Platform } from '#platform/client.ts';
import { createClientCredentials } from '#platform/client-credentials.ts';
import type { Shipment } from '#platform/shipping.ts';
import { OpenParcels } from './open-parcel.ts';

/** The shop's account with the carrier, and where its parcels come from. */
export interface CarrierOptions {
  /** URL of the platform's API host. */
  baseUrl: string;
  /** URL of the platform's token host. */
  authUrl: string;
  clientId: string;
  /** Must never reach a page. */
  clientSecret: string;
  organizationId: string;
  sender: Shipment['sender'];
  /** Where a courier collects parcels, or how they are handed in. */
  warehouse: Shipment['origin'];
}

/** An account with its client. */
export interface Carrier extends CarrierOptions {
  platform: Platform;
  /** Parcels whose answers are open, unless the engine stores them itself. */
  open: OpenParcels;
}

/** The accounts of a shop, by channel. What a channel leaves out is as in the shop's own account. */
export class Accounts {
  readonly #shop: Carrier | null;
  readonly #byChannel: ReadonlyMap<string | null | undefined, Carrier>;

  /**
   * @param carrier the shop's account; without it the shop checks points, but sends nothing
   * @param channels settings that differ in a channel, by the channel's code or id
   */
  constructor(
    carrier: CarrierOptions | undefined,
    channels: Readonly<Record<string, Partial<CarrierOptions>>> = {},
  ) {
    this.#shop = carrier ? connect(carrier) : null;
    const own = carrier ? Object.entries(channels) : [];
    this.#byChannel = new Map(own.map(([code, options]) => [code, connect({ ...carrier!, ...options })]));
  }

  /**
   * The account of the channel in which an order was placed.
   * @param channel its code; null if the engine has no channels, or the order is in none
   * @throws Error for the shop's staff if the shop has no account
   */
  of(channel: string | null | undefined): Carrier {
    const carrier = this.#byChannel.get(channel) ?? this.#shop;
    if (carrier === null) throw new Error('There is no `carrier` setting, so no parcels can be sent.');
    return carrier;
  }
}

function connect(options: CarrierOptions): Carrier {
  const { baseUrl, authUrl: origin, clientId, clientSecret } = options;
  const auth = createClientCredentials({ origin, clientId, clientSecret });
  return { ...options, platform: createPlatform({ baseUrl, auth }), open: new OpenParcels() };
}
