import type { Label, ParcelState } from '@droppoint/platform';
import {
  createParcel,
  fetchShipmentLabel,
  nameLabel,
  ParcelRefusedError,
  splitName,
} from '@droppoint/platform/order';
import { Inject, Injectable } from '@nestjs/common';
import {
  ConfigService,
  Fulfillment,
  idsAreEqual,
  Logger,
  OrderService,
  type ID,
  type Order,
  type RequestContext,
} from '@vendure/core';
import { pointOf } from './address.ts';
import { Carriers } from './carriers.ts';
import { HANDLER_CODE, SETTINGS_TOKEN, type VendureSettings } from './options.ts';
import { toOrderFields, OrderPoints } from './order-points.ts';
import { VendurePoints } from './points.ts';

/** Some items of an order. */
export type Items = readonly { orderLineId: ID; quantity: number }[];

/** Creates the parcels of fulfilments and stores their labels. */
@Injectable()
export class Parcels {
  constructor(
    @Inject(SETTINGS_TOKEN) private settings: VendureSettings,
    private carriers: Carriers,
    private points: VendurePoints,
    private orderPoints: OrderPoints,
    private orderService: OrderService,
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
    const weigh = ({ orderLineId, quantity }: Items[number]) =>
      quantity * this.settings.kilograms(order.lines.find(({ id }) => idsAreEqual(id, orderLineId))!);
    const earlier = await this.find(ctx, order);
    const parcel = {
      number: order.code,
      point: pointOf(order),
      recipient: describeRecipient(order),
      kilograms: kilograms || items.map(weigh).reduce((one, other) => one + other),
      pieces: items.map(({ orderLineId: lineId, quantity }) => ({ lineId, quantity })),
      earlier: earlier.map(({ state, customFields }) => ({
        deduplicationId: customFields.droppointDeduplicationId,
        isCancelled: state === 'Cancelled',
        state: customFields.droppointState as ParcelState | null,
      })),
      language: ctx.languageCode,
    };
    const carrier = await this.carriers.ofOrder(orderId);
    const created = await createParcel(parcel, carrier, this.points, this.settings.labelFormat).catch(
      async (error: unknown) => {
        if (error instanceof ParcelRefusedError && error.verdict)
          await this.orderPoints.write(ctx, order, toOrderFields(error.verdict));
        throw error;
      },
    );
    const { trackingNumber: trackingCode, deduplicationId, label, labelProblem } = created;
    if (labelProblem !== null)
      Logger.warn(`The label of ${trackingCode} is missing: ${labelProblem}`, 'Droppoint');
    const droppointLabel = label && (await this.#storeLabel(trackingCode, label));
    const customFields = {
      droppointLabel,
      droppointDeduplicationId: deduplicationId,
      droppointState: null,
      droppointStateAt: null,
    };
    return { method: 'Pick-up point', trackingCode, customFields };
  }

  /** The fulfilments of an order that have a parcel, cancelled ones too. */
  async find(ctx: RequestContext, order: Order): Promise<Fulfillment[]> {
    const all = await this.orderService.getOrderFulfillments(ctx, order);
    return all.filter(({ handlerCode }) => handlerCode === HANDLER_CODE);
  }

  /**
   * Loads the label of a parcel from the store, otherwise from the carrier.
   * @throws AppError if the carrier doesn't answer with one
   */
  async loadLabel(orderId: ID, { trackingCode, customFields }: Fulfillment): Promise<Label> {
    const stored = customFields.droppointLabel;
    if (!stored) {
      const carrier = await this.carriers.ofOrder(orderId);
      return fetchShipmentLabel(carrier, trackingCode, this.settings.labelFormat);
    }
    const [type, name] = stored.split(' ') as [string, string];
    const bytes = await this.configService.assetOptions.assetStorageStrategy.readFileToBuffer(name);
    return { type, bytes: Uint8Array.from(bytes) };
  }

  /** @returns what `loadLabel` reads; null if it couldn't be stored */
  async #storeLabel(trackingNumber: string, label: Label): Promise<string | null> {
    const { type, bytes } = label;
    try {
      const { assetStorageStrategy } = this.configService.assetOptions;
      const name = `droppoint/${nameLabel(label)}`;
      return `${type} ${await assetStorageStrategy.writeFileFromBuffer(name, Buffer.from(bytes))}`;
    } catch (error) {
      Logger.warn(`Couldn’t store the label of ${trackingNumber}: ${String(error)}`, 'Droppoint');
      return null;
    }
  }
}

/** The recipient: the person in the delivery address. */
export function describeRecipient({ customer, shippingAddress }: Order) {
  return {
    ...splitName(shippingAddress.fullName, customer),
    email: customer?.emailAddress ?? '',
    phone: shippingAddress.phoneNumber || customer?.phoneNumber || '',
  };
}
