import { model } from '@medusajs/framework/utils';

/** The pick-up point of a cart, and then of its order. */
export const PickupModel = model.define(
  { name: 'pickup', tableName: 'droppoint_pickup' },
  {
    id: model.id({ prefix: 'dppick' }).primaryKey(),
    cart_id: model.text().unique().nullable(),
    order_id: model.text().unique().nullable(),
    /** A `PickupPoint`; null until one is chosen. */
    point: model.json().nullable(),
    /** A `PointProblem`; null if the point is fine. */
    problem: model.text().nullable(),
    /** A list of `PickupPointAlternative`. */
    alternatives: model.json().nullable(),
    /** The customer's own address, as long as the point's is the delivery address. */
    own_address: model.json().nullable(),
    checked_at: model.dateTime().nullable(),
    /** Whether the order needs no further checks: it is on its way, or cancelled. */
    is_done: model.boolean().default(false),
    /** `{ stored }`: a `StoredReturn` of the core. */
    return: model.json().nullable(),
  },
);
