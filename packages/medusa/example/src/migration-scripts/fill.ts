import { writeFileSync } from 'node:fs';
import type { ExecArgs } from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules, ProductStatus } from '@medusajs/framework/utils';
import {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createRegionsWorkflow,
  createSalesChannelsWorkflow,
  createShippingOptionsWorkflow,
  createShippingProfilesWorkflow,
  createStockLocationsWorkflow,
  createStoresWorkflow,
  createTaxRegionsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
  linkSalesChannelsToStockLocationWorkflow,
} from '@medusajs/medusa/core-flows';

const COUNTRIES = ['ad', 'cz', 'pl'];

/** Fills a new shop: two products, three countries, and two ways of delivery: home, and to a pick-up point. */
export default async function fill({ container }: ExecArgs): Promise<void> {
  const link = container.resolve(ContainerRegistrationKeys.LINK);
  const fulfillment = container.resolve(Modules.FULFILLMENT);
  const {
    result: [channel],
  } = await createSalesChannelsWorkflow(container).run({ input: { salesChannelsData: [{ name: 'Fern' }] } });
  await createStoresWorkflow(container).run({
    input: {
      stores: [
        {
          name: 'Fern',
          supported_currencies: [{ currency_code: 'pln', is_default: true }],
          default_sales_channel_id: channel!.id,
        },
      ],
    },
  });
  const {
    result: [region],
  } = await createRegionsWorkflow(container).run({
    input: {
      regions: [
        { name: 'Europe', currency_code: 'pln', countries: COUNTRIES, payment_providers: ['pp_test_test'] },
      ],
    },
  });
  await createTaxRegionsWorkflow(container).run({
    input: COUNTRIES.map((country_code) => ({ country_code, provider_id: 'tp_system' })),
  });
  const {
    result: [location],
  } = await createStockLocationsWorkflow(container).run({
    input: {
      locations: [
        { name: 'Warehouse', address: { city: 'Testowo', country_code: 'PL', address_1: 'Mglista 7' } },
      ],
    },
  });
  for (const fulfillment_provider_id of ['manual_manual', 'droppoint_droppoint'])
    await link.create({
      [Modules.STOCK_LOCATION]: { stock_location_id: location!.id },
      [Modules.FULFILLMENT]: { fulfillment_provider_id },
    });
  const {
    result: [profile],
  } = await createShippingProfilesWorkflow(container).run({
    input: { data: [{ name: 'Parcels', type: 'default' }] },
  });
  const set = await fulfillment.createFulfillmentSets({
    name: 'Parcels',
    type: 'shipping',
    service_zones: [
      {
        name: 'Europe',
        geo_zones: COUNTRIES.map((country_code) => ({ country_code, type: 'country' as const })),
      },
    ],
  });
  await link.create({
    [Modules.STOCK_LOCATION]: { stock_location_id: location!.id },
    [Modules.FULFILLMENT]: { fulfillment_set_id: set.id },
  });
  const rules = [
    { attribute: 'enabled_in_store', value: 'true', operator: 'eq' as const },
    { attribute: 'is_return', value: 'false', operator: 'eq' as const },
  ];
  const option = (name: string, provider_id: string, amount: number, data?: Record<string, unknown>) => ({
    ...{ name, provider_id, rules },
    price_type: 'flat' as const,
    service_zone_id: set.service_zones[0]!.id,
    shipping_profile_id: profile!.id,
    type: { label: name, description: name, code: provider_id },
    prices: [{ currency_code: 'pln', amount }],
    ...(data && { data }),
  });
  await createShippingOptionsWorkflow(container).run({
    input: [
      option('To your home', 'manual_manual', 15),
      option('To a pick-up point', 'droppoint_droppoint', 9, { id: 'pickup-point', name: 'Pick-up point' }),
    ],
  });
  await linkSalesChannelsToStockLocationWorkflow(container).run({
    input: { id: location!.id, add: [channel!.id] },
  });
  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: {
      api_keys: [
        { title: 'Storefront', type: 'publishable', created_by: '' },
        { title: 'Tests', type: 'secret', created_by: '' },
      ],
    },
  });
  const [publishable, secret] = keys as { id: string; token: string }[];
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: publishable!.id, add: [channel!.id] },
  });
  const product = (title: string, amount: number, weight: number) => ({
    ...{ title, handle: title.toLowerCase(), status: ProductStatus.PUBLISHED },
    shipping_profile_id: profile!.id,
    options: [{ title: 'Size', values: ['One'] }],
    variants: [
      {
        ...{ title: 'One', sku: title.toUpperCase(), weight, manage_inventory: false },
        options: { Size: 'One' },
        prices: [{ amount, currency_code: 'pln' }],
      },
    ],
    sales_channels: [{ id: channel!.id }],
  });
  await createProductsWorkflow(container).run({
    input: { products: [product('Kettle', 99, 1200), product('Anvil', 450, 30_000)] },
  });
  writeFileSync(
    'keys.json',
    JSON.stringify({ publishable: publishable!.token, secret: secret!.token, region: region!.id }),
  );
}
