import { AppError, describeError } from '@droppoint/platform';
import { receiveEvent } from '@droppoint/platform/order';
import {
  Controller,
  Get,
  Header,
  HttpCode,
  HttpException,
  Inject,
  Param,
  Post,
  Req,
  StreamableFile,
} from '@nestjs/common';
import {
  Allow,
  Ctx,
  Logger,
  Order,
  Permission,
  RequestContext,
  TransactionalConnection,
} from '@vendure/core';
import { raw, type Request, type RequestHandler } from 'express';
import { SETTINGS_TOKEN, type VendureSettings } from './options.ts';
import { Parcels } from './parcels.ts';
import { Tracking } from './tracking.ts';

export const EVENTS_ROUTE = '/droppoint/events';

/** Longer requests aren't events. */
const readBytes = raw({ type: () => true, limit: '256kb' });

/** Stores the raw bytes of a pushed event before Vendure parses JSON, because the signature covers them. */
export const storeRawBytes: RequestHandler = (request, response, next) =>
  // A body that can't be read has no bytes, so its signature won't match.
  readBytes(request, response, () => next());

/** Receives events that the carrier pushes, and serves labels to the shop's staff. */
@Controller('droppoint')
export class DroppointController {
  constructor(
    @Inject(SETTINGS_TOKEN) private settings: VendureSettings,
    private connection: TransactionalConnection,
    private parcels: Parcels,
    private tracking: Tracking,
  ) {}

  /**
   * Answers every signed event with 200, even for parcels that aren't ours: otherwise the carrier keeps
   * pushing it.
   */
  @Post('events')
  @HttpCode(200)
  async receive(@Req() { headers, body }: Request): Promise<void> {
    // A body that couldn't be read isn't bytes, so no signature matches.
    const request = { headers, body: body instanceof Uint8Array ? body : new Uint8Array() };
    const received = await receiveEvent(request, this.settings.webhookKeys);
    if (received.event === null) {
      Logger.error(received.problem, 'Droppoint');
      throw new HttpException(received.message, received.status);
    }
    await this.tracking.receive(received.event);
  }

  @Get('labels/:trackingNumber')
  @Allow(Permission.ReadOrder)
  @Header('cache-control', 'no-store')
  async label(
    @Ctx() ctx: RequestContext,
    @Param('trackingNumber') trackingCode: string,
  ): Promise<StreamableFile> {
    const order = await this.connection.getRepository(ctx, Order).findOne({
      where: { fulfillments: { trackingCode }, channels: { id: ctx.channelId } },
      relations: { fulfillments: true },
    });
    if (order === null) throw new HttpException('There is no such parcel.', 404);
    const { type, bytes } = await this.parcels
      .loadLabel(order.id, order.fulfillments[0]!)
      .catch((error: unknown) => {
        throw error instanceof AppError ? new HttpException(describeError(error), 502) : error;
      });
    return new StreamableFile(bytes, { type, disposition: `inline; filename="${trackingCode}"` });
  }
}
