import type { ParcelState } from '@droppoint/platform';
import type { MedusaContainer } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';

/** Events that the plugin emits on Medusa's event bus, for the shop's notifications. */
export const DroppointEvents = {
  /** A parcel has a new state: `ParcelStateData`. On `ready`, tell the customer with `describeParcel`. */
  PARCEL_STATE: 'droppoint.parcel_state',
  /** The point of an order that waits to be sent can't be used: `order_id`, `problem`. */
  POINT_CLOSED: 'droppoint.point_closed',
  /** A customer may create a return: `order_id`, `link`. */
  RETURN_LINK: 'droppoint.return_link',
} as const;

/** Data of `droppoint.parcel_state`. */
export interface ParcelStateData {
  order_id: string;
  fulfillment_id: string;
  number: string;
  state: ParcelState;
}

export const emitPointClosed = (container: MedusaContainer, order_id: string, problem: string | null) =>
  container
    .resolve(Modules.EVENT_BUS)
    .emit({ name: DroppointEvents.POINT_CLOSED, data: { order_id, problem } });
