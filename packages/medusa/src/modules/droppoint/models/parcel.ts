import { model } from '@medusajs/framework/utils';

/**
 * A parcel by its number. Medusa's own labels of a fulfilment are replaced when it is marked as shipped,
 * and the number with them.
 */
export const ParcelModel = model.define(
  { name: 'parcel', tableName: 'droppoint_parcel' },
  {
    id: model.id({ prefix: 'dppar' }).primaryKey(),
    number: model.text().unique(),
    order_id: model.text().index(),
    deduplication_id: model.text(),
    /** null until Medusa has stored the fulfilment. */
    fulfillment_id: model.text().nullable(),
    /** Whether its fulfilment was cancelled: the carrier has the parcel nevertheless. */
    is_cancelled: model.boolean().default(false),
    /** A `ParcelState`; null before the first event. */
    state: model.text().nullable(),
    state_at: model.dateTime().nullable(),
    label_type: model.text().nullable(),
    /** The label's id in the file module; null until it could be fetched. */
    label_file_id: model.text().nullable(),
  },
);
