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

/** Some items of an order. */
export type Items = readonly { orderLineId: ID; quantity: number }[];

type Label = Awaited<ReturnType<Platform['shipments']['label']>>['data'];

/** Creates the parcels of fulfilments and stores their labels. */
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
   * Creates a parcel.
   * @param kilograms its weight, if it differs from that of its items
   * @returns the fulfilment. If its label couldn't be stored, it is fetched again when it is printed
   * @throws Error whose message is for the shop's staff
   */
  async create(ctx: RequestContext, orderId: ID, items: Items, kilograms?: number) {
    const order = (await this.orderService.findOne(ctx, orderId))!;
    const pointId = await this.#checkPoint(ctx, order);
    const weigh = ({ orderLineId, quantity }: Items[number]) =>
      quantity * this.settings.kilograms(order.lines.find(({ id }) => idsAreEqual(id, orderLineId))!);
    const weight = kilograms || items.map(weigh).reduce((one, other) => one + other);
    const { platform, organizationId, sender, warehouse } = await this.carriers.ofOrder(orderId);
    const shipment: Shipment = {
      sender,
      recipient: readRecipient(order),
      origin: warehouse,
      destination: { countryCode: pointId.slice(0, 2), pointId },
      parcels: [{ type: 'STANDARD', weight: { amount: weight, unit: 'KG' } }],
      references: { custom: { order: order.code } },
    };
    const deduplicationId = await this.#makeId(ctx, order, items, pointId);
    try {
      const { data } = await platform.shipments.create(organizationId, shipment, { deduplicationId });
      const { trackingNumber: trackingCode } = data;
      const droppointLabel = await this.#storeLabel(orderId, trackingCode);
      const customFields = { droppointLabel, droppointState: null, droppointStateAt: null };
      return { method: 'Pick-up point', trackingCode, customFields };
    } catch (error) {
      throw error instanceof AppError ? new Error(describeError(error)) : error;
    }
  }

  /**
   * Loads the label of a parcel from the store, otherwise from the carrier.
   * @throws AppError if the carrier doesn't answer with one
   */
  async loadLabel(orderId: ID, { trackingCode, customFields }: Fulfillment): Promise<Label> {
    const stored = customFields.droppointLabel;
    if (!stored) return this.#fetchLabel(orderId, trackingCode);
    const [type, name] = stored.split(' ') as [string, string];
    const bytes = await this.configService.assetOptions.assetStorageStrategy.readFileToBuffer(name);
    return { type, bytes: Uint8Array.from(bytes) };
  }

  async #checkPoint(ctx: RequestContext, order: Order): Promise<string> {
    const point = pointOf(order);
    if (point === null) throw new Error('The order has no pick-up point. Choose one first.');
    const verdict = await this.points.check(point.id, null, point, ctx.languageCode);
    if (verdict.mayAccept) return point.id;
    await this.orderPoints.write(ctx, order, describeVerdict(verdict));
    throw new Error(`No parcel can be sent to ${point.id}: ${verdict.message}`);
  }

  /**
   * Makes the deduplication id. Vendure creates the fulfilment after its parcel, so its id can't be
   * used. Instead, the id is derived from the items, the point and the fulfilments so far:
   * repeating a call whose answer was lost doesn't create a second parcel.
   */
  async #makeId(ctx: RequestContext, { code }: Order, items: Items, pointId: string): Promise<string> {
    const orderLineId = In(items.map((item) => item.orderLineId));
    const earlier = await this.connection.getRepository(ctx, FulfillmentLine).countBy({ orderLineId });
    const words = items.map((item) => `${item.orderLineId}x${item.quantity}`).sort();
    return makeDeduplicationId(code, pointId, earlier, ...words);
  }

  async #storeLabel(orderId: ID, trackingNumber: string): Promise<string | null> {
    try {
      const { type, bytes } = await this.#fetchLabel(orderId, trackingNumber);
      // Use a random name: the label has the customer's name and phone, and anyone who knows an asset's
      // name may be able to open it.
      const name = `droppoint/${crypto.randomUUID()}.${type === 'application/pdf' ? 'pdf' : 'txt'}`;
      const { assetStorageStrategy } = this.configService.assetOptions;
      return `${type} ${await assetStorageStrategy.writeFileFromBuffer(name, Buffer.from(bytes))}`;
    } catch (error) {
      // The parcel exists, and its label can be fetched later.
      Logger.warn(`Couldn’t store the label of ${trackingNumber}: ${String(error)}`, 'Droppoint');
      return null;
    }
  }

  async #fetchLabel(orderId: ID, trackingNumber: string): Promise<Label> {
    const { platform, organizationId } = await this.carriers.ofOrder(orderId);
    return (await platform.shipments.label(organizationId, trackingNumber, this.settings.labelFormat)).data;
  }
}

/** The recipient: the person in the delivery address. */
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
