import { FulfillmentHandler } from '@vendure/core';
import { english } from './english.ts';
import { HANDLER_CODE } from './options.ts';
import { Parcels } from './parcels.ts';

/** Creates a parcel when the staff fulfils an order. */
export function createFulfillmentHandler() {
  let parcels: Parcels;
  return new FulfillmentHandler({
    code: HANDLER_CODE,
    description: english('Parcel to the pick-up point'),
    args: {
      kilograms: {
        type: 'float',
        required: false,
        ui: { component: 'number-form-input', suffix: 'kg', min: 0 },
        label: english('Weight, if it differs from the products’'),
      },
    },
    init(injector) {
      parcels = injector.get(Parcels);
    },
    // Vendure shows the staff the messages of its errors.
    async createFulfillment(ctx, orders, lines, { kilograms }) {
      const [order, ...others] = orders;
      if (order === undefined || others.length > 0)
        throw new Error('All lines of a parcel must belong to the same order.');
      return parcels.create(ctx, order.id, lines, kilograms);
    },
  });
}
