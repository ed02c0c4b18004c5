import { Accounts, type Carrier } from '@droppoint/platform/order';
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
import { SETTINGS_TOKEN, type VendureSettings } from './options.ts';

/** The carrier's platform, with the account of each channel. */
@Injectable()
export class Carriers {
  readonly #accounts: Accounts;

  constructor(
    @Inject(SETTINGS_TOKEN) { carrier, channels }: VendureSettings,
    private connection: TransactionalConnection,
    private requestContextService: RequestContextService,
  ) {
    this.#accounts = new Accounts(carrier, channels);
  }

  /**
   * The account of the channel in which an order was placed. The request's channel doesn't matter,
   * because every order is also in the default channel.
   * @throws Error if the shop has none
   */
  async ofOrder(orderId: ID): Promise<Carrier> {
    return this.#accounts.of((await this.#channelOf(orderId)).code);
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
