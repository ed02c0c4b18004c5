import { createPlatform, type Platform } from '@droppoint/platform';
import { createClientCredentials } from '@droppoint/platform/token';
import { Inject, Injectable } from '@nestjs/common';
import { DEFAULT_CHANNEL_CODE } from '@vendure/common/lib/shared-constants';
import {
  Order,
  RequestContextService,
  TransactionalConnection,
  type Channel,
  type ID,
  type RequestContext,
} from '@vendure/core';
import { SETTINGS, type CarrierOptions, type Settings } from './options.ts';

interface Carrier extends CarrierOptions {
  platform: Platform;
}

/** The carrier's platform, with the account of each channel. */
@Injectable()
export class Carriers {
  /** By the code of each channel with its own settings; the empty code is for all others. */
  readonly #carriers = new Map<string, Carrier>();

  constructor(
    @Inject(SETTINGS) { carrier, channels }: Settings,
    private connection: TransactionalConnection,
    private requestContextService: RequestContextService,
  ) {
    if (carrier === undefined) return;
    for (const [code, own] of Object.entries({ '': {}, ...channels })) {
      const options = { ...carrier, ...own };
      const auth = createClientCredentials({ ...options, origin: options.authUrl });
      this.#carriers.set(code, { ...options, platform: createPlatform({ baseUrl: options.baseUrl, auth }) });
    }
  }

  /**
   * The account of the channel in which an order was placed. The request's channel doesn't matter,
   * because every order is also in the default channel.
   * @throws Error if the shop has none
   */
  async ofOrder(orderId: ID): Promise<Carrier> {
    const { code } = await this.#channelOf(orderId);
    const carrier = this.#carriers.get(code) ?? this.#carriers.get('');
    if (carrier) return carrier;
    throw new Error('The plugin has no `carrier` setting, so it can’t send parcels.');
  }

  /** A staff context in the channel in which an order was placed. */
  async contextOf(orderId: ID): Promise<RequestContext> {
    const { token } = await this.#channelOf(orderId);
    return this.requestContextService.create({ apiType: 'admin', channelOrToken: token });
  }

  async #channelOf(orderId: ID): Promise<Channel> {
    const { channels } = await this.connection.rawConnection
      .getRepository(Order)
      .findOneOrFail({ where: { id: orderId }, relations: { channels: true } });
    return channels.find(({ code }) => code !== DEFAULT_CHANNEL_CODE) ?? channels[0]!;
  }
}
