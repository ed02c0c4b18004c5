import { createPlatform, type Platform } from '@droppoint/platform';
import { createClientCredentials } from '@droppoint/platform/token';
import { Inject, Injectable } from '@nestjs/common';
import {
  ChannelService,
  idsAreEqual,
  Order,
  TransactionalConnection,
  type Channel,
  type ID,
} from '@vendure/core';
import { SETTINGS, type CarrierOptions, type Settings } from './options.ts';

export interface Carrier extends CarrierOptions {
  platform: Platform;
}

/** The carrier's platform, with the account of a channel. */
@Injectable()
export class Carriers {
  /** By the code of a channel that has settings of its own; empty: all others. */
  readonly #known = new Map<string, Carrier>();

  constructor(
    @Inject(SETTINGS) private settings: Settings,
    private connection: TransactionalConnection,
    private channelService: ChannelService,
  ) {}

  /** @throws Error if the shop has no account */
  ofChannel({ code }: Channel): Carrier {
    const { carrier, channels } = this.settings;
    if (carrier === undefined)
      throw new Error('The plugin has no `carrier`: parcels are sent by other means.');
    const name = code in channels ? code : '';
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const options = { ...carrier, ...channels[name] };
    const auth = createClientCredentials({ ...options, origin: options.authUrl });
    const made = { ...options, platform: createPlatform({ baseUrl: options.baseUrl, auth }) };
    this.#known.set(name, made);
    return made;
  }

  /** The account of the channel that an order was placed in, whatever channel is asked from: every order is in the default one too. */
  async ofOrder(orderId: ID): Promise<Carrier> {
    return this.ofChannel(await this.channelOf(orderId));
  }

  async channelOf(orderId: ID): Promise<Channel> {
    const { channels } = await this.connection.rawConnection
      .getRepository(Order)
      .findOneOrFail({ where: { id: orderId }, relations: { channels: true } });
    const usual = await this.channelService.getDefaultChannel();
    return channels.find(({ id }) => !idsAreEqual(id, usual.id)) ?? usual;
  }
}
