import { AppError, describeError, readWebhook } from '@droppoint/platform';
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
import { Allow, Ctx, Order, Permission, RequestContext, TransactionalConnection } from '@vendure/core';
import { raw, type Request, type RequestHandler } from 'express';
import { SETTINGS, type Settings } from './options.ts';
import { Parcels } from './parcels.ts';
import { Tracking } from './tracking.ts';

export const EVENTS_ROUTE = '/droppoint/events';

/** Longer ones are no events. */
const readBytes = raw({ type: () => true, limit: '256kb' });

/** Keeps the bytes of a pushed event as they came, since they are what is signed: before Vendure parses JSON. */
export const keepBytes: RequestHandler = (request, response, next) =>
  // What can't be read has no bytes, and so isn't signed.
  readBytes(request, response, () => next());

/** Events that the carrier pushes, and labels for the shop's staff. */
@Controller('droppoint')
export class DroppointController {
  constructor(
    @Inject(SETTINGS) private settings: Settings,
    private connection: TransactionalConnection,
    private parcels: Parcels,
    private tracking: Tracking,
  ) {}

  /** Whatever is signed is answered 200, also of parcels that aren't ours: else it is pushed again and again. */
  @Post('events')
  @HttpCode(200)
  async receive(@Req() { headers, body }: Request): Promise<void> {
    const request = new globalThis.Request('http://localhost', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: body as Uint8Array<ArrayBuffer>,
    });
    const event = await readWebhook(request, { keys: this.settings.webhookKeys }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new HttpException(error.message, error.code === 'unauthorized' ? 401 : 400);
    });
    await this.tracking.receive(event);
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
      .readLabel(order.id, order.fulfillments[0]!)
      .catch((error: unknown) => {
        throw error instanceof AppError ? new HttpException(describeError(error), 502) : error;
      });
    return new StreamableFile(bytes, { type, disposition: `inline; filename="${trackingCode}"` });
  }
}
