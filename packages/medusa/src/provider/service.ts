import { createParcel, ParcelRefusedError } from '@droppoint/platform/order';
import { AbstractFulfillmentProviderService } from '@medusajs/framework/utils';
import type { ParcelState } from '@droppoint/platform';
import type {
  CreateFulfillmentResult,
  FulfillmentOption,
  FulfillmentOrderDTO,
  ValidateFulfillmentDataContext,
} from '@medusajs/framework/types';
import { readPerson, type MedusaAddress } from '../addresses.ts';
import { findService } from '../modules/droppoint/service.ts';
import { describeRefusal, readPickup, refusePickup, writePickup } from '../pickup.ts';
import { labelPathOf } from '../settings.ts';

type Data = Record<string, unknown>;

/** Parcels of an order; Medusa lists fifteen unless told otherwise. */
const MAX_PARCELS = 1_000;

/** An order as far as the provider reads it; Medusa's type leaves most of it open. */
interface Order {
  id: string;
  display_id: number;
  sales_channel_id: string | null;
  customer: { email: string; phone: string | null } | null;
  shipping_address: MedusaAddress | null;
  items: { id: string; variant: { weight: number | null } | null }[];
}

/** Checks chosen points, and creates the parcels of fulfilments. */
export class DroppointProvider extends AbstractFulfillmentProviderService {
  static override identifier = 'droppoint';

  override getFulfillmentOptions(): Promise<FulfillmentOption[]> {
    // Medusa copies these to the shipping option, so they have only what never changes.
    return Promise.resolve(findService().settings.options.map(({ id, name }) => ({ id, name })));
  }

  override validateOption(data: Data): Promise<boolean> {
    return Promise.resolve(findService().needsOf(data['id']) !== null);
  }

  override canCalculate(): Promise<boolean> {
    return Promise.resolve(false);
  }

  /**
   * Checks a point when it is chosen. Without one, the method is accepted, because the shopper may choose
   * the method first; the cart can't be completed then.
   * @throws MedusaError with the problem as its code and a sentence for the shopper. Its `refusal` is for the
   *   plugin's route: workflows keep an error's properties, although Medusa's own answers leave them out
   */
  override async validateFulfillmentData(
    optionData: Data,
    { pickup_point_id: id }: Data,
    cart: ValidateFulfillmentDataContext,
  ): Promise<Data> {
    const option = String(optionData['id']);
    if (typeof id !== 'string' || id === '') return writePickup({ option, point: null, problem: null });
    const service = findService();
    const { id: cart_id, locale } = cart as unknown as { id: string; locale?: string | null };
    const stored = (await service.findPickup({ cart_id }))?.point ?? null;
    const known = stored?.id === id ? stored : null;
    const verdict = await service.points.check(id, service.needsOf(option), known, locale);
    const { mayAccept, message, point, problem } = verdict;
    if (!mayAccept)
      throw Object.assign(refusePickup(message, problem), { refusal: describeRefusal(verdict) });
    return writePickup({ option, point, problem });
  }

  /**
   * Creates the parcel. Medusa deletes the fulfilment after an error, so its id can't identify the parcel:
   * its lines and the order's earlier parcels do.
   * @throws MedusaError whose message is for the shop's staff
   */
  override async createFulfillment(
    data: Data,
    items: { line_item_id?: string; quantity?: number }[],
    fullOrder: Partial<FulfillmentOrderDTO> | undefined,
  ): Promise<CreateFulfillmentResult> {
    const order = fullOrder as unknown as Order;
    const { id: order_id, customer } = order;
    const service = findService();
    const { settings, points, accounts } = service;
    const pieces = items.map(({ line_item_id: lineId, quantity }) => ({
      lineId: lineId ?? '',
      quantity: Number(quantity),
    }));
    const weigh = (lineId: string) => {
      const grams = order.items.find(({ id }) => id === lineId)?.variant?.weight;
      return grams ? grams / 1000 : settings.kilograms;
    };
    const earlier = await service.listParcels({ order_id }, { take: MAX_PARCELS });
    try {
      const { trackingNumber, deduplicationId } = await createParcel(
        {
          number: String(order.display_id),
          point: readPickup(data)?.point ?? null,
          recipient: readPerson(order.shipping_address, customer?.email ?? '', customer?.phone ?? ''),
          kilograms: pieces.reduce((sum, { lineId, quantity }) => sum + quantity * weigh(lineId), 0),
          pieces,
          earlier: earlier.map(({ deduplication_id, is_cancelled, state }) => ({
            deduplicationId: deduplication_id,
            isCancelled: is_cancelled,
            state: state as ParcelState | null,
          })),
          open: service.openParcelOf(order_id),
        },
        accounts.of(order.sales_channel_id),
        points,
        // The provider can't store it: a subscriber fetches it.
        null,
      );
      await service.saveParcel(trackingNumber, {
        order_id,
        deduplication_id: deduplicationId,
        fulfillment_id: null,
        is_cancelled: false,
      });
      const label = {
        tracking_number: trackingNumber,
        tracking_url: `${settings.origin}/parcel#${trackingNumber}`,
        label_url: labelPathOf(trackingNumber),
      };
      return { data: { droppoint_number: trackingNumber }, labels: [label] };
    } catch (error) {
      if (!(error instanceof ParcelRefusedError)) throw error;
      throw refusePickup(error.message, error.verdict?.problem);
    }
  }

  /** The carrier can't cancel a parcel: the same pieces sent again are the same parcel. */
  override async cancelFulfillment({ droppoint_number: number }: Data): Promise<object> {
    if (typeof number === 'string')
      await findService().updateParcels({ selector: { number }, data: { is_cancelled: true } });
    return {};
  }

  /** Medusa tells a return neither its order nor its customer: a subscriber makes the link. */
  override createReturnFulfillment(): Promise<CreateFulfillmentResult> {
    return Promise.resolve({ data: {}, labels: [] });
  }
}
