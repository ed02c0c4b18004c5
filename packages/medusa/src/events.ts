/** Events that the plugin emits on Medusa's event bus, for the shop's notifications. */
export const DroppointEvents = {
  /** A parcel has a new state: `order_id`, `fulfillment_id`, `number`, `state`. On `ready`, tell the customer with `describeParcel`. */
  PARCEL_STATE: 'droppoint.parcel_state',
  /** The point of an order that waits to be sent can't be used: `order_id`, `problem`. */
  POINT_CLOSED: 'droppoint.point_closed',
  /** A customer may create a return: `order_id`, `link`. */
  RETURN_LINK: 'droppoint.return_link',
} as const;
