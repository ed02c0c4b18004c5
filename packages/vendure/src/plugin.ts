import { PluginCommonModule, VendurePlugin, type Type } from '@vendure/core';
import { addCustomFields } from './custom-fields.ts';
import { fillIn, SETTINGS, type DroppointOptions, type Settings } from './options.ts';
import { OrderPoints } from './order-points.ts';
import { createOrderProcess } from './order-process.ts';
import { Points } from './points.ts';
import {
  RemovePickupPointResultResolver,
  SetPickupPointResultResolver,
  ShopResolver,
  shopSchema,
} from './shop-api.ts';
import { createShippingCalculator } from './shipping-calculator.ts';

/** Pick-up points in a Vendure shop; docs/vendure.md explains it. */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.7.0',
  providers: [{ provide: SETTINGS, useFactory: () => DroppointPlugin.settings }, Points, OrderPoints],
  exports: [Points, OrderPoints],
  shopApiExtensions: {
    schema: shopSchema,
    resolvers: [ShopResolver, SetPickupPointResultResolver, RemovePickupPointResultResolver],
  },
  configuration: (config) => {
    addCustomFields(config.customFields);
    config.orderOptions.process.push(createOrderProcess());
    config.shippingOptions.shippingCalculators.push(createShippingCalculator(() => DroppointPlugin.settings));
    return config;
  },
})
export class DroppointPlugin {
  static settings: Settings;

  /** @throws TypeError for an origin that is none */
  static init(options: DroppointOptions): Type<DroppointPlugin> {
    DroppointPlugin.settings = fillIn({ ...options, origin: new URL(options.origin).origin });
    return DroppointPlugin;
  }
}
