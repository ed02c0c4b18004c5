import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LanguageCode, RequestContextService, ShippingMethodService } from '@vendure/core';
import { importProductsFromCsv, populateInitialData } from '@vendure/core/cli/index.js';

const COUNTRIES = { AD: 'Andorra', CZ: 'Czechia', DE: 'Germany', PL: 'Poland' };

const PRODUCTS = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
Kettle,kettle,"For 1.7 litres",,,,,KETTLE,49.00,standard,1000000,false,,
Anvil,anvil,"Heavy",,,,,ANVIL,199.00,standard,1000000,false,,
`;

/**
 * Fills a new shop with countries, a payment method, two products and two shipping methods: home, and
 * pick-up point.
 */
export async function fill(app) {
  await populateInitialData(app, {
    defaultLanguage: LanguageCode.en,
    defaultZone: 'Europe',
    countries: Object.entries(COUNTRIES).map(([code, name]) => ({ code, name, zone: 'Europe' })),
    taxRates: [{ name: 'Standard', percentage: 20 }],
    shippingMethods: [{ name: 'To your home', price: 900 }],
    paymentMethods: [
      {
        name: 'Test',
        handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
      },
    ],
    collections: [],
  });
  const folder = await mkdtemp(join(tmpdir(), 'shop-'));
  const file = join(folder, 'products.csv');
  await writeFile(file, PRODUCTS);
  const { errors } = await importProductsFromCsv(app, file, LanguageCode.en);
  await rm(folder, { recursive: true });
  if (errors?.length) throw new Error(errors.join('\n'));
  await addPickupPoints(app);
}

/** Does the same as the dashboard under Settings → Shipping methods. */
async function addPickupPoints(app) {
  const ctx = await app.get(RequestContextService).create({ apiType: 'admin' });
  const argument = (name, value) => ({ name, value: JSON.stringify(value) });
  await app.get(ShippingMethodService).create(ctx, {
    code: 'pickup-point',
    fulfillmentHandler: 'droppoint',
    checker: { code: 'default-shipping-eligibility-checker', arguments: [argument('orderMinimum', 0)] },
    calculator: {
      code: 'droppoint',
      arguments: [
        argument('price', 400),
        argument('prices', ['CZK 9900']),
        argument('taxRate', 20),
        argument('countries', ['AD', 'CZ', 'PL']),
        argument('types', []),
        argument('maxKilograms', 25),
      ],
    },
    translations: [{ languageCode: LanguageCode.en, name: 'To a pick-up point', description: '' }],
  });
}
