import type { PointNeeds as SharedNeeds } from '@droppoint/platform/order';
import { ShippingCalculator, type Order, type RequestContext } from '@vendure/core';
import { english } from './english.ts';
import type { VendureSettings } from './options.ts';

/** Conditions of a shipping method on its points, as settings of the picker. */
export interface PointNeeds extends SharedNeeds {
  /** Droppoint's origin. */
  origin: string;
}

/** Returns the settings, which don't exist yet when the calculator is created. */
type ReadSettings = () => VendureSettings;

/**
 * Calculates the price of a shipping method whose parcels go to a pick-up point. From its metadata,
 * the storefront and the plugin itself know which points to offer. The shop's own calculator can do
 * the same with `metadata: { droppoint: … }`.
 */
export const createShippingCalculator = (readSettings: ReadSettings) =>
  new ShippingCalculator({
    code: 'droppoint',
    description: english('Pick-up point'),
    args: {
      price: { type: 'int', ui: { component: 'currency-form-input' }, label: english('Price') },
      prices: {
        type: 'string',
        list: true,
        required: false,
        label: english('Prices in other currencies'),
        description: english('In minor units, such as "CZK 7900". Not offered in a currency without one.'),
      },
      taxRate: {
        type: 'float',
        defaultValue: 0,
        ui: { component: 'number-form-input', suffix: '%', min: 0, max: 100 },
        label: english('Tax rate'),
      },
      countries: { type: 'string', list: true, required: false, label: english('Countries (ISO 3166)') },
      types: { type: 'string', list: true, required: false, label: english('Types of points: APM, PUDO') },
      maxKilograms: {
        type: 'float',
        required: false,
        ui: { component: 'number-form-input', suffix: 'kg', min: 0 },
        label: english('Maximum weight'),
      },
    },
    calculate(ctx, order, { price, prices, taxRate, countries, types, maxKilograms }) {
      const settings = readSettings();
      const weight = order.lines.reduce((sum, line) => sum + settings.kilograms(line) * line.quantity, 0);
      if (maxKilograms && weight > maxKilograms) return undefined;
      const inCurrency = choosePrice(ctx, order, price, prices ?? []);
      if (inCurrency === undefined) return undefined;
      const filter = settings.filter?.(order);
      const needs: PointNeeds = {
        origin: settings.origin,
        countries: countries ?? [],
        types: types ?? [],
        ...(filter && { filter }),
      };
      return {
        price: inCurrency,
        taxRate,
        priceIncludesTax: ctx.channel.pricesIncludeTax,
        metadata: { droppoint: needs },
      };
    },
  });

function choosePrice(ctx: RequestContext, order: Order, price: number, others: readonly string[]) {
  const currency = order.currencyCode ?? ctx.currencyCode;
  const other = others.find((each) => each.toUpperCase().startsWith(`${currency} `));
  if (other !== undefined) {
    const amount = Number(other.slice(currency.length).trim());
    return Number.isInteger(amount) && amount >= 0 ? amount : undefined;
  }
  return currency === ctx.channel.defaultCurrencyCode ? price : undefined;
}
