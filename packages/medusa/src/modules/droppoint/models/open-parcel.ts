import { model } from '@medusajs/framework/utils';

/** A parcel that the carrier may have, although its answer isn't known: at most one of an order. */
export const OpenParcelModel = model.define(
  { name: 'open_parcel', tableName: 'droppoint_open_parcel' },
  {
    id: model.id({ prefix: 'dpopen' }).primaryKey(),
    order_id: model.text().unique(),
    /** An `OpenParcel` of the core as JSON text: `jsonb` would reorder the body that is repeated. */
    parcel: model.text(),
  },
);
