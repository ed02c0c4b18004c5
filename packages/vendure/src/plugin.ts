import { PluginCommonModule, VendurePlugin, type Type } from '@vendure/core';
import { adminResolvers, adminSchema } from './admin-api.ts';
import { Carriers } from './carriers.ts';
import { DroppointController, EVENTS_ROUTE, storeRawBytes } from './controller.ts';
import { addCustomFields } from './custom-fields.ts';
import { createFulfillmentHandler } from './fulfillment-handler.ts';
import {
  applyVendureDefaults,
  SETTINGS_TOKEN,
  type DroppointOptions,
  type VendureSettings,
} from './options.ts';
import { OrderPoints } from './order-points.ts';
import { createOrderProcess } from './order-process.ts';
import { Parcels } from './parcels.ts';
import { VendurePoints } from './points.ts';
import { createRecheckTask, Rechecks } from './recheck.ts';
import { shopResolvers, shopSchema } from './shop-api.ts';
import { createShippingCalculator } from './shipping-calculator.ts';
import { Tracking } from './tracking.ts';

/** Pick-up points in a Vendure shop; docs/vendure.md explains it. */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.7.0',
  providers: [
    { provide: SETTINGS_TOKEN, useFactory: () => DroppointPlugin.settings },
    VendurePoints,
    OrderPoints,
    Carriers,
    Parcels,
    Tracking,
    Rechecks,
  ],
  controllers: [DroppointController],
  dashboard: './dashboard/index.tsx',
  shopApiExtensions: { schema: shopSchema, resolvers: shopResolvers },
  adminApiExtensions: { schema: adminSchema, resolvers: adminResolvers },
  configuration: (config) => {
    addCustomFields(config.customFields);
    config.orderOptions.process.push(createOrderProcess());
    config.shippingOptions.shippingCalculators.push(createShippingCalculator(() => DroppointPlugin.settings));
    config.shippingOptions.fulfillmentHandlers.push(createFulfillmentHandler());
    config.apiOptions.middleware.push({ route: EVENTS_ROUTE, handler: storeRawBytes, beforeListen: true });
    config.schedulerOptions.tasks.push(createRecheckTask(DroppointPlugin.settings.recheckAt));
    return config;
  },
})
export class DroppointPlugin {
  static settings: VendureSettings;

  /** @throws TypeError if the origin isn't a URL */
  static init(options: DroppointOptions): Type<DroppointPlugin> {
    DroppointPlugin.settings = applyVendureDefaults(options);
    return DroppointPlugin;
  }
}
