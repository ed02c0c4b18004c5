import {
  AppError,
  describeError,
  makeDeduplicationId,
  type Platform,
  type Shipment,
} from '@droppoint/platform';
import { Inject, Injectable } from '@nestjs/common';
import {
  ConfigService,
  Fulfillment,
  FulfillmentLine,
  idsAreEqual,
  Logger,
  OrderService,
  TransactionalConnection,
  type ID,
  type Order,
  type RequestContext,
} from '@vendure/core';
import { In } from 'typeorm';
import { Carriers } from './carriers.ts';
import { SETTINGS, type Settings } from './options.ts';
import { pointOf } from './address.ts';
import { describeVerdict, OrderPoints } from './order-points.ts';
import { Points } from './points.ts';

/** Some pieces of an order. */
export type Pieces = readonly { orderLineId: ID; quantity: number }[];

type Label = Awaited<ReturnType<Platform['shipments']['label']>>['data'];

/** Creates the parcels of fulfilments, and keeps their labels. */
@Injectable()
export class Parcels {
  constructor(
    @Inject(SETTINGS) private settings: Settings,
    private carriers: Carriers,
    private points: Points,
    private orderPoints: OrderPoints,
    private orderService: OrderService,
    private connection: TransactionalConnection,
    private configService: ConfigService,
  ) {}

  /**
   * @param kilograms its weight, if it isn't that of its pieces
   * @returns the fulfilment; of a label that isn't kept, it is asked for again when it is printed
   * @throws Error whose message is for the shop's staff
   */
  async create(ctx: RequestContext, orderId: ID, pieces: Pieces, kilograms?: number) {
    const order = (await this.orderService.findOne(ctx, orderId))!;
    const pointId = await this.#checkPoint(ctx, order);
    const weigh = ({ orderLineId, quantity }: Pieces[number]) =>
      quantity * this.settings.kilograms(order.lines.find(({ id }) => idsAreEqual(id, orderLineId))!);
    const weight = kilograms || pieces.map(weigh).reduce((one, other) => one + other);
    const { platform, organizationId, sender, warehouse } = await this.carriers.ofOrder(orderId);
    const shipment: Shipment = {
      sender,
      recipient: readRecipient(order),
      origin: warehouse,
      destination: { countryCode: pointId.slice(0, 2), pointId },
      parcels: [{ type: 'STANDARD', weight: { amount: weight, unit: 'KG' } }],
      references: { custom: { order: order.code } },
    };
    const deduplicationId = await this.#makeId(ctx, order, pieces, pointId);
    try {
      const { data } = await platform.shipments.create(organizationId, shipment, { deduplicationId });
      const { trackingNumber: trackingCode } = data;
      const droppointLabel = await this.#keepLabel(orderId, trackingCode);
      const customFields = { droppointLabel, droppointState: null, droppointStateAt: null };
      return { method: 'Pick-up point', trackingCode, customFields };
    } catch (error) {
      throw error instanceof AppError ? new Error(describeError(error)) : error;
    }
  }

  /** The label of a parcel: as it was stored, or else from the carrier. @throws AppError if that can't be asked */
  async readLabel(orderId: ID, { trackingCode, customFields }: Fulfillment): Promise<Label> {
    const stored = customFields.droppointLabel;
    if (!stored) return this.#fetchLabel(orderId, trackingCode);
    const [type, name] = stored.split(' ') as [string, string];
    const bytes = await this.configService.assetOptions.assetStorageStrategy.readFileToBuffer(name);
    return { type, bytes: Uint8Array.from(bytes) };
  }

  async #checkPoint(ctx: RequestContext, order: Order): Promise<string> {
    const point = pointOf(order);
    if (point === null) throw new Error('The order has no pick-up point: choose one first.');
    const verdict = await this.points.check(point.id, null, point, ctx.languageCode);
    if (verdict.mayAccept) return point.id;
    await this.orderPoints.write(ctx, order, describeVerdict(verdict));
    throw new Error(`No parcel can be sent to ${point.id}: ${verdict.message}`);
  }

  /**
   * Vendure makes the fulfilment after its parcel, so its id can't be sent: this is the id of the same pieces, to the same point, after the
   * same fulfilments. A call that is made again after an answer got lost creates nothing twice.
   */
  async #makeId(ctx: RequestContext, { code }: Order, pieces: Pieces, pointId: string): Promise<string> {
    const orderLineId = In(pieces.map((piece) => piece.orderLineId));
    const earlier = await this.connection.getRepository(ctx, FulfillmentLine).countBy({ orderLineId });
    const what = pieces.map((piece) => `${piece.orderLineId}x${piece.quantity}`).sort();
    return makeDeduplicationId(code, pointId, earlier, ...what);
  }

  async #keepLabel(orderId: ID, trackingNumber: string): Promise<string | null> {
    try {
      const { type, bytes } = await this.#fetchLabel(orderId, trackingNumber);
      // It has the customer's name and phone, and a shop's assets may be open to anyone who knows their names.
      const name = `droppoint/${crypto.randomUUID()}.${type === 'application/pdf' ? 'pdf' : 'txt'}`;
      const { assetStorageStrategy } = this.configService.assetOptions;
      return `${type} ${await assetStorageStrategy.writeFileFromBuffer(name, Buffer.from(bytes))}`;
    } catch (error) {
      // The parcel is there: its label can be had later.
      Logger.warn(`The label of ${trackingNumber} isn’t kept: ${String(error)}`, 'Droppoint');
      return null;
    }
  }

  async #fetchLabel(orderId: ID, trackingNumber: string): Promise<Label> {
    const { platform, organizationId } = await this.carriers.ofOrder(orderId);
    return (await platform.shipments.label(organizationId, trackingNumber, this.settings.labelFormat)).data;
  }
}

/** Who fetches the parcel: whoever the delivery address names. */
export function readRecipient({ customer, shippingAddress }: Order): Shipment['recipient'] {
  const words = (shippingAddress.fullName ?? '').split(/\s+/).filter(Boolean);
  const lastName = words.pop() ?? customer?.lastName ?? '';
  return {
    firstName: words.join(' ') || customer?.firstName || lastName,
    lastName,
    email: customer?.emailAddress ?? '',
    phone: shippingAddress.phoneNumber || customer?.phoneNumber || '',
  };
}
