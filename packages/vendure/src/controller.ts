import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, readWebhook } from '@droppoint/platform';
import {
  BadGatewayException,
  BadRequestException,
  Controller,
  Get,
  Header,
  HttpCode,
  Inject,
  NotFoundException,
  Param,
  Post,
  Req,
  StreamableFile,
  UnauthorizedException,
} from '@nestjs/common';
import { Allow, Ctx, Order, Permission, RequestContext, TransactionalConnection } from '@vendure/core';
import { describeCarrierError } from './errors.ts';
import { SETTINGS, type Settings } from './options.ts';
import { Parcels } from './parcels.ts';
import { Tracking } from './tracking.ts';

export const EVENTS_ROUTE = '/droppoint/events';

type Received = IncomingMessage & { body?: unknown };

const MAX_EVENT_BYTES = 256 * 1024;

/** Keeps the bytes of a pushed event as they came, since they are what is signed: before Vendure parses JSON. */
export function keepBytes(
  request: Received,
  _response: ServerResponse,
  next: (error?: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    // A longer one lacks its end, and so its signature.
    if (bytes <= MAX_EVENT_BYTES) chunks.push(chunk);
  });
  request.once('error', next);
  request.once('end', () => {
    request.body = Buffer.concat(chunks);
    next();
  });
}

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
  async receive(@Req() { headers, body }: Received): Promise<void> {
    const request = new Request('http://localhost', {
      method: 'POST',
      headers: Object.entries(headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
      body: body as Uint8Array<ArrayBuffer>,
    });
    const event = await readWebhook(request, { keys: this.settings.webhookKeys }).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw error.code === 'unauthorized'
        ? new UnauthorizedException()
        : new BadRequestException(error.problems);
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
    if (order === null) throw new NotFoundException();
    const { type, bytes } = await this.parcels
      .readLabel(order.id, order.fulfillments[0]!)
      .catch((error: unknown) => {
        throw error instanceof AppError ? new BadGatewayException(describeCarrierError(error)) : error;
      });
    return new StreamableFile(bytes, { type, disposition: `inline; filename="${trackingCode}"` });
  }
}
