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

/** Of what is wrong with a pushed request; anything else is wrong here. */
const STATUSES: Partial<Record<AppError['code'], number>> = { unauthorized: 401, malformed: 400 };

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
    const { webhookKeys: keys } = this.settings;
    if (keys.length === 0) throw new HttpException('No key is set, so no event is taken.', 401);
    // What couldn't be read is no bytes, so no signature fits.
    const request = { headers, body: body instanceof Uint8Array ? body : new Uint8Array() };
    const event = await readWebhook(request, { keys }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      const status = STATUSES[error.code] ?? 500;
      Logger.error(
        [`An event was answered ${status}: ${error.message}`, ...error.problems].join(' '),
        'Droppoint',
      );
      throw new HttpException(status === 500 ? 'No event can be read now.' : error.message, status);
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
