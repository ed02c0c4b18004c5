import * as z from 'zod/mini';

/**
 * The requests and answers of wallets and of agents' checkouts that docs/shop-server.md writes, as
 * publicly documented on 2026-11-26: an unknown name or a wrong type fails. Where a document allows
 * further fields, only those that the guide uses are here.
 */

const text = z.string().check(z.minLength(1));
const country = z.string().check(z.regex(/^[A-Z]{2}$/));
const minorUnits = z.int().check(z.gte(0));

/** https://developer.apple.com/documentation/applepayontheweb/applepaypaymentrequest, and `…/shippingcontacteditingmode`. */
export const applePayRequest = z.strictObject({
  countryCode: country,
  currencyCode: text,
  merchantCapabilities: z.array(text),
  supportedNetworks: z.array(text),
  total: z.strictObject({ label: text, amount: text }),
  shippingType: z.enum(['shipping', 'delivery', 'storePickup', 'servicePickup']),
  shippingContactEditingMode: z.enum(['available', 'storePickup']),
  requiredShippingContactFields: z.array(z.enum(['email', 'name', 'phone', 'postalAddress', 'phoneticName'])),
  shippingContact: z.strictObject({
    familyName: text,
    addressLines: z.array(text),
    postalCode: z.string(),
    locality: z.string(),
    countryCode: country,
  }),
});

/** https://developers.google.com/pay/api/web/reference/request-objects#PaymentDataRequest */
export const googlePayRequest = z.strictObject({
  apiVersion: z.literal(2),
  apiVersionMinor: z.literal(0),
  merchantInfo: z.strictObject({ merchantName: text }),
  allowedPaymentMethods: z.array(z.looseObject({ type: text })),
  emailRequired: z.boolean(),
  shippingAddressRequired: z.boolean(),
  transactionInfo: z.strictObject({
    countryCode: country,
    currencyCode: text,
    totalPriceStatus: z.enum(['NOT_CURRENTLY_KNOWN', 'ESTIMATED', 'FINAL']),
    totalPrice: text,
    totalPriceLabel: text,
    displayItems: z.array(
      z.strictObject({
        label: text,
        type: z.enum(['LINE_ITEM', 'SUBTOTAL', 'TAX', 'DISCOUNT', 'SHIPPING_OPTION']),
        price: text,
        status: z.enum(['FINAL', 'PENDING']),
      }),
    ),
  }),
});

/** https://developer.paypal.com/docs/api/orders/v2/#orders_create */
export const payPalOrder = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z.array(
    z.strictObject({
      amount: z.strictObject({ currency_code: text, value: text }),
      shipping: z.strictObject({
        name: z.strictObject({ full_name: text.check(z.maxLength(300)) }),
        address: z.strictObject({
          address_line_1: text.check(z.maxLength(300)),
          address_line_2: z.string().check(z.maxLength(300)),
          admin_area_2: z.string().check(z.maxLength(120)),
          postal_code: z.string().check(z.maxLength(60)),
          country_code: country,
        }),
      }),
    }),
  ),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      experience_context: z.strictObject({
        shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']),
      }),
    }),
  }),
});

/** `FulfillmentOptionPickup`: github.com/agentic-commerce-protocol/agentic-commerce-protocol, spec/2026-04-17/json-schema. */
export const acpPickupOption = z.strictObject({
  type: z.literal('pickup'),
  id: text,
  title: text,
  description: text,
  pickup_type: z.enum(['in_store', 'curbside', 'locker']),
  location: z.strictObject({
    name: text,
    // The document requires all except `line_two` and `company`.
    address: z.strictObject({
      name: text,
      line_one: text,
      line_two: z.string(),
      city: z.string(),
      state: z.string(),
      country,
      postal_code: z.string(),
    }),
  }),
  totals: z.array(
    z.strictObject({
      type: z.enum(['subtotal', 'fulfillment', 'tax', 'fee', 'total']),
      display_text: text,
      amount: minorUnits,
    }),
  ),
});

/** `fulfillment_method.json`, `retail_location.json`: github.com/Universal-Commerce-Protocol/ucp, v2026-04-08, source/schemas/shopping/types. */
export const ucpPickupMethod = z.strictObject({
  id: text,
  type: z.enum(['shipping', 'pickup']),
  line_item_ids: z.array(text),
  destinations: z.array(
    z.strictObject({
      // From the draft: `location_destination.json`.
      type: z.literal('business_location'),
      id: text,
      name: text,
      address: z.strictObject({
        street_address: text,
        extended_address: text,
        address_locality: z.string(),
        postal_code: z.string(),
        address_country: country,
      }),
    }),
  ),
  selected_destination_id: z.nullable(text),
  groups: z.array(
    z.strictObject({
      id: text,
      line_item_ids: z.array(text),
      options: z.array(
        z.strictObject({
          id: text,
          title: text,
          totals: z.array(z.strictObject({ type: text, display_text: text, amount: minorUnits })),
        }),
      ),
      selected_option_id: z.nullable(text),
    }),
  ),
});

/** `MessageError`: as `acpPickupOption`. */
export const acpError = z.strictObject({
  type: z.literal('error'),
  code: z.enum(['missing', 'invalid', 'out_of_stock', 'not_found', 'region_restricted', 'unsupported']),
  resolution: z.enum(['recoverable', 'requires_buyer_input', 'requires_buyer_review']),
  param: z.literal('$.selected_fulfillment_options[0].option_id'),
  content_type: z.enum(['plain', 'markdown']),
  content: text,
});

/** `message_error.json`: github.com/Universal-Commerce-Protocol/ucp, 2026-08-22, source/schemas/common/types. */
export const ucpError = z.strictObject({
  type: z.literal('error'),
  code: text,
  path: z.string().check(z.regex(/^\$\.[\w.[\]]+$/)),
  content: text,
  severity: z.enum(['recoverable', 'requires_buyer_input', 'requires_buyer_review', 'unrecoverable']),
});
