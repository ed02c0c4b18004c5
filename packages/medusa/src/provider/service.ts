import { createParcel, ParcelRefusedError } from '@droppoint/platform/order';
import { AbstractFulfillmentProviderService, MedusaError } from '@medusajs/framework/utils';
import type {
  CreateFulfillmentResult,
  FulfillmentItemDTO,
  FulfillmentOption,
  FulfillmentOrderDTO,
  Logger,
  ValidateFulfillmentDataContext,
} from '@medusajs/framework/types';
import { readPerson, type MedusaAddress } from '../addresses.ts';
import { createKit, type Kit } from '../kit.ts';
import { readPickup, writePickup } from '../pickup.ts';
import { labelPathOf, type DroppointOptions } from '../settings.ts';

type Data = Record<string, unknown>;

/** An order as far as the provider reads it; Medusa's type leaves most of it open. */
interface Order {
  id: string;
  display_id: number;
  sales_channel_id: string | null;
  customer: { email: string; phone: string | null } | null;
  shipping_address: MedusaAddress | null;
  items: {
    id: string;
    detail: { fulfilled_quantity: unknown };
    variant: { weight: number | null } | null;
  }[];
}

/** Checks chosen points, and creates the parcels of fulfilments. */
export class DroppointProvider extends AbstractFulfillmentProviderService {
  static override identifier = 'droppoint';
  readonly #kit: Kit;

  constructor({ logger }: { logger: Logger }, options: DroppointOptions) {
    super();
    this.#kit = createKit(options, logger);
  }

  override getFulfillmentOptions(): Promise<FulfillmentOption[]> {
    // Medusa copies these to the shipping option, so they have only what never changes.
    return Promise.resolve(this.#kit.settings.options.map(({ id, name }) => ({ id, name })));
  }

  override validateOption(data: Data): Promise<boolean> {
    return Promise.resolve(this.#kit.needsOf(data['id']) !== null);
  }

  override canCalculate(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /**
   * Checks a point when it is chosen. Without one, the method is accepted, because the shopper may choose
   * the method first; the cart can't be completed then.
   * @throws MedusaError with the problem as its code and a sentence for the shopper
   */
  override async validateFulfillmentData(
    optionData: Data,
    { pickup_point_id: id }: Data,
    cart: ValidateFulfillmentDataContext,
  ): Promise<Data> {
    const option = String(optionData['id']);
    if (typeof id !== 'string' || id === '') return writePickup({ option, point: null, problem: null });
    const needs = this.#kit.needsOf(option);
    const { mayAccept, message, point, problem } = await this.#kit.points.check(
      id,
      needs,
      null,
      cart['locale'] as string | null,
    );
    if (!mayAccept) throw new MedusaError(MedusaError.Types.NOT_ALLOWED, message, problem ?? undefined);
    return writePickup({ option, point, problem });
  }

  /**
   * Creates the parcel. Medusa deletes the fulfilment after an error, so its id can't identify the parcel:
   * its lines, their quantities, and how many pieces were sent before do.
   * @throws MedusaError whose message is for the shop's staff
   */
  override async createFulfillment(
    data: Data,
    items: Partial<Omit<FulfillmentItemDTO, 'fulfillment'>>[],
    fullOrder: Partial<FulfillmentOrderDTO> | undefined,
  ): Promise<CreateFulfillmentResult> {
    const order = fullOrder as unknown as Order;
    const { settings, points, accounts } = this.#kit;
    const linesById = new Map(order.items.map((line) => [line.id, line]));
    const pieces = items.map(({ line_item_id, quantity }) => {
      const lineId = line_item_id ?? '';
      const line = linesById.get(lineId);
      const grams = line?.variant?.weight;
      return {
        lineId,
        quantity: Number(quantity),
        sent: Number(line?.detail.fulfilled_quantity ?? 0),
        kilograms: grams ? grams / 1000 : settings.kilograms,
      };
    });
    try {
      const { trackingNumber } = await createParcel(
        {
          number: String(order.display_id),
          point: readPickup(data)?.point ?? null,
          recipient: readPerson(
            order.shipping_address,
            order.customer?.email ?? '',
            order.customer?.phone ?? '',
          ),
          kilograms: pieces.reduce((sum, { quantity, kilograms }) => sum + quantity * kilograms, 0),
          pieces,
        },
        accounts.of(order.sales_channel_id),
        points,
        // The provider can't store it: a subscriber fetches it.
        null,
      );
      return {
        data: { droppoint_number: trackingNumber },
        labels: [describeLabel(settings.origin, trackingNumber)],
      };
    } catch (error) {
      if (!(error instanceof ParcelRefusedError)) throw error;
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        error.message,
        error.verdict?.problem ?? undefined,
      );
    }
  }

  /** The carrier can't cancel a parcel: the same pieces sent again are the same parcel. */
  override cancelFulfillment(): Promise<object> {
    return Promise.resolve({});
  }

  /** Medusa tells a return neither its order nor its customer: a subscriber makes the link. */
  override createReturnFulfillment(): Promise<CreateFulfillmentResult> {
    return Promise.resolve({ data: {}, labels: [] });
  }
}

const describeLabel = (origin: string, number: string) => ({
  tracking_number: number,
  tracking_url: `${origin}/parcel#${number}`,
  label_url: labelPathOf(number),
});
