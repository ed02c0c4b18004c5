import { foldName } from '#network/snapshot-format/fold.ts';
import type { ImportField } from './fields.ts';

/** The export of a program, recognised by some of its columns, however many others there are. */
interface KnownExport {
  /** Columns that only this export has. */
  signature: string;
  /** Columns by field; of several, the first that is there. Others are guessed. */
  columns: Partial<Record<ImportField, string>>;
  /** Columns that look like a field and aren't it. */
  unused?: string;
}

/** Names are separated by commas, and compared folded. */
const EXPORTS: Readonly<Record<string, KnownExport>> = {
  woocommerce: {
    signature: 'billing_first_name, billing_email, shipping_first_name, shipping_address_1',
    columns: {
      reference: 'order_number, order_id',
      firstName: 'shipping_first_name',
      lastName: 'shipping_last_name',
      companyName: 'shipping_company',
      email: 'shipping_email, billing_email',
      phone: 'shipping_phone, billing_phone',
      street: 'shipping_address_1',
      flatNumber: 'shipping_address_2',
      postalCode: 'shipping_postcode',
      city: 'shipping_city',
      country: 'shipping_country',
      weight: 'total_weight, order_weight',
      product: 'line_items, products, item_name, product_name, line_item_1',
      quantity: 'item_quantity, product_quantity, quantity',
      sku: 'item_sku, product_sku, sku',
    },
  },
  shopify: {
    signature: 'Financial Status, Fulfillment Status, Lineitem name, Shipping Name',
    columns: {
      reference: 'Name',
      fullName: 'Shipping Name',
      companyName: 'Shipping Company',
      email: 'Email',
      phone: 'Shipping Phone, Phone, Billing Phone',
      street: 'Shipping Address1, Shipping Street',
      flatNumber: 'Shipping Address2',
      postalCode: 'Shipping Zip',
      city: 'Shipping City',
      country: 'Shipping Country',
      product: 'Lineitem name',
      quantity: 'Lineitem quantity',
      sku: 'Lineitem sku',
    },
    unused: 'Id, Shipping, Shipping Method, Vendor, Shipping Street',
  },
  prestashop: {
    signature: 'id_order, delivery_firstname, delivery_address1',
    columns: {
      reference: 'reference, id_order',
      firstName: 'delivery_firstname',
      lastName: 'delivery_lastname',
      companyName: 'delivery_company',
      email: 'email, customer_email',
      phone: 'delivery_phone_mobile, delivery_phone',
      street: 'delivery_address1',
      flatNumber: 'delivery_address2',
      postalCode: 'delivery_postcode',
      city: 'delivery_city',
      country: 'delivery_country_iso, delivery_country',
      weight: 'total_weight, weight',
      product: 'product_name, products',
      quantity: 'product_quantity',
      sku: 'product_reference, product_supplier_reference',
    },
  },
  baselinker: {
    signature: 'delivery_fullname, delivery_address, delivery_postcode',
    columns: {
      reference: 'order_id, shop_order_id, external_order_id',
      fullName: 'delivery_fullname',
      companyName: 'delivery_company',
      email: 'email',
      phone: 'phone',
      pointId: 'delivery_point_id',
      street: 'delivery_address',
      postalCode: 'delivery_postcode',
      city: 'delivery_city',
      country: 'delivery_country_code, delivery_country',
      weight: 'weight, total_weight',
      cash: 'payment_method_cod',
      product: 'name, product_name, products',
      quantity: 'quantity, product_quantity',
      sku: 'sku, product_sku',
    },
    unused: 'delivery_method, delivery_price, delivery_point_name, delivery_point_address',
  },
  shoptet: {
    signature: 'code, billFullName, deliveryFullName, deliveryZip',
    columns: {
      reference: 'code',
      weight: 'weight',
      product: 'orderItemName, itemName',
      quantity: 'orderItemAmount, itemAmount',
      sku: 'orderItemCode, itemCode',
    },
  },
  amazon: {
    signature: 'order-id, recipient-name, ship-address-1, ship-postal-code',
    columns: {
      reference: 'order-id',
      fullName: 'recipient-name',
      email: 'buyer-email',
      phone: 'ship-phone-number, buyer-phone-number',
      street: 'ship-address-1',
      flatNumber: 'ship-address-2',
      postalCode: 'ship-postal-code',
      city: 'ship-city',
      country: 'ship-country',
      product: 'product-name',
      quantity: 'quantity-purchased',
      sku: 'sku',
    },
    unused: 'order-item-id, buyer-name, ship-service-level, ship-state',
  },
  ebay: {
    signature: 'Order Number, Buyer Username, Ship To Name, Ship To Address 1',
    columns: {
      reference: 'Order Number, Sales Record Number',
      fullName: 'Ship To Name',
      email: 'Buyer Email',
      phone: 'Ship To Phone',
      street: 'Ship To Address 1',
      flatNumber: 'Ship To Address 2',
      postalCode: 'Ship To Zip',
      city: 'Ship To City',
      country: 'Ship To Country',
      product: 'Item Title',
      quantity: 'Quantity',
      sku: 'Custom Label',
    },
    unused: 'Buyer Name, Buyer Username, Buyer Address 1, Item Number, Sales Record Number',
  },
  etsy: {
    signature: 'Sale Date, Order ID, Ship City, Ship Zipcode',
    columns: {
      reference: 'Order ID',
      fullName: 'Ship Name, Full Name',
      email: 'Buyer Email, Email',
      phone: 'Buyer Phone, Phone',
      street: 'Ship Address1, Street 1',
      flatNumber: 'Ship Address2, Street 2',
      postalCode: 'Ship Zipcode',
      city: 'Ship City',
      country: 'Ship Country',
      product: 'Item Name',
      quantity: 'Quantity',
      sku: 'SKU',
    },
    unused: 'Buyer, Buyer User ID, Sale Date, First Name, Last Name, Payment Method',
  },
  magento: {
    signature: 'Bill-to Name, Ship-to Name, Purchase Point',
    columns: { reference: 'ID', fullName: 'Ship-to Name', email: 'Customer Email' },
    unused: 'Bill-to Name, Customer Name, Shipping and Handling, Billing Address',
  },
  allegro: {
    signature: 'OrderId, BuyerLogin, DeliveryMethod',
    columns: {
      reference: 'OrderId',
      fullName: 'DeliveryName, DeliveryAddressName, BuyerName',
      email: 'BuyerEmail',
      phone: 'DeliveryPhone, DeliveryPhoneNumber, BuyerPhone, BuyerPhoneNumber',
      pointId: 'PickupPointId, DeliveryPointId',
      street: 'DeliveryStreet, DeliveryAddressStreet',
      postalCode: 'DeliveryZipCode, DeliveryPostCode, DeliveryAddressZipCode',
      city: 'DeliveryCity, DeliveryAddressCity',
      country: 'DeliveryCountryCode, DeliveryAddressCountryCode',
      product: 'OfferName',
      quantity: 'Quantity, OfferQuantity',
      sku: 'OfferExternalId, ExternalId',
    },
    unused: 'BuyerLogin, BuyerId, DeliveryMethod, DeliveryAmount',
  },
  vendure: {
    signature: 'code, customerEmailAddress, shippingAddress.fullName',
    columns: {
      reference: 'code',
      fullName: 'shippingAddress.fullName',
      companyName: 'shippingAddress.company',
      email: 'customerEmailAddress',
      phone: 'shippingAddress.phoneNumber',
      street: 'shippingAddress.streetLine1',
      flatNumber: 'shippingAddress.streetLine2',
      postalCode: 'shippingAddress.postalCode',
      city: 'shippingAddress.city',
      country: 'shippingAddress.countryCode',
    },
    unused: 'id',
  },
  medusa: {
    signature: 'Order_ID, Display_ID, Shipping Address First Name',
    columns: {
      reference: 'Display_ID, Order_ID',
      firstName: 'Shipping Address First Name',
      lastName: 'Shipping Address Last Name',
      email: 'Customer Email',
      phone: 'Shipping Address Phone, Customer Phone',
      street: 'Shipping Address Address 1',
      flatNumber: 'Shipping Address Address 2',
      postalCode: 'Shipping Address Postal Code',
      city: 'Shipping Address City',
      country: 'Shipping Address Country Code',
    },
    unused: 'Customer First Name, Customer Last Name, Shipping Address Region ID',
  },
};

const listNames = (names: string) => names.split(', ').map(foldName);

/**
 * Recognises the export of a program by its header.
 * @returns the field of each column; null: unused; undefined: not known, to be guessed. null for another file
 */
export function matchKnownExport(
  header: readonly string[],
): readonly (ImportField | null | undefined)[] | null {
  const names = header.map(foldName);
  const known = Object.values(EXPORTS).find(({ signature }) =>
    listNames(signature).every((name) => names.includes(name)),
  );
  if (known === undefined) return null;
  const unused = listNames(known.unused ?? '');
  const fields = new Map<number, ImportField>();
  for (const [field, alternatives] of Object.entries(known.columns) as [ImportField, string][]) {
    const found = listNames(alternatives).find((name) => names.includes(name));
    if (found !== undefined) fields.set(names.indexOf(found), field);
  }
  return names.map((name, at) => fields.get(at) ?? (unused.includes(name) ? null : undefined));
}
