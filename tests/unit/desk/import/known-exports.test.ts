import { beforeEach, describe, expect, it } from 'vitest';
import { findDoubts } from '../../../../src/lib/desk/import/column-doubts.ts';
import { completeColumns, recallColumns } from '../../../../src/lib/desk/import/recall-columns.ts';
import { rememberColumns } from '../../../../src/lib/desk/import/import-record.ts';
import { openDesk, startBrowser } from '../fake-desk.ts';
import { assess } from './assess.ts';

beforeEach(() => void startBrowser());

const HOME = 'Ada|Lis|ada@mail.example|+48500000301|Mglista|7|3|00-950|Testowo|PL';
const POINT = 'Ada|Lis|ada@mail.example|+48500000301|PL_TST01M';

/** Columns of an export with the cells of one order. */
type Columns = Readonly<Record<string, string>>;
const write = (columns: Columns) =>
  new TextEncoder().encode(
    [Object.keys(columns), Object.values(columns)]
      .map((line) => line.map((cell) => `"${cell}"`).join(','))
      .join('\n'),
  );

async function read(columns: Columns) {
  const { record, rows } = await assess(write(columns));
  const [{ shipment, state, reference }] = rows as [(typeof rows)[number]];
  const { firstName, lastName, email, phone } = shipment.recipient;
  const to = shipment.destination as Record<string, string>;
  const place =
    to['pointId'] ??
    ['street', 'houseNumber', 'flatNumber', 'postalCode', 'city', 'countryCode']
      .map((key) => to[key] ?? '')
      .join('|');
  return {
    reference,
    state,
    order: [firstName, lastName, email, phone, place].join('|'),
    doubts: findDoubts(record),
    products: rows[0]!.contents.map(({ product, quantity, sku }) => `${quantity} ${product} ${sku}`.trim()),
  };
}

const EXPORTS: Readonly<Record<string, Columns>> = {
  BaseLinker: {
    order_id: '7001',
    shop_order_id: '55',
    date_add: '2026-11-27',
    status: 'Nowe',
    user_login: 'kupuje1',
    email: 'ada@mail.example',
    phone: '500000301',
    delivery_method: 'Kurier DPD',
    delivery_price: '12.99',
    delivery_fullname: 'Ada Lis',
    delivery_company: '',
    delivery_address: 'Mglista 7/3',
    delivery_postcode: '00-950',
    delivery_city: 'Testowo',
    delivery_country_code: 'PL',
    delivery_point_id: '',
    delivery_point_name: '',
    invoice_fullname: 'Zofia Płatnik',
    invoice_address: 'Rynek 99',
    invoice_city: 'Kraków',
    invoice_postcode: '30-001',
    payment_method: 'PayU',
    payment_method_cod: '0',
    name: 'Kubek',
    quantity: '1',
  },
  Amazon: {
    'order-id': '7001',
    'order-item-id': '99',
    'purchase-date': '2026-11-27',
    'buyer-email': 'ada@mail.example',
    'buyer-name': 'Zofia Platnik',
    'buyer-phone-number': '500000301',
    sku: 'F-1',
    'product-name': 'Cup',
    'quantity-purchased': '1',
    'ship-service-level': 'Standard',
    'recipient-name': 'Ada Lis',
    'ship-address-1': 'Mglista 7 m. 3',
    'ship-address-2': '',
    'ship-address-3': '',
    'ship-city': 'Testowo',
    'ship-state': '',
    'ship-postal-code': '00-950',
    'ship-country': 'PL',
    'ship-phone-number': '+48500000301',
  },
  eBay: {
    'Sales Record Number': '12',
    'Order Number': '7001',
    'Buyer Username': 'kupuje1',
    'Buyer Name': 'Zofia Platnik',
    'Buyer Email': 'ada@mail.example',
    'Buyer Address 1': 'Rynek 99',
    'Buyer City': 'Krakow',
    'Buyer Zip': '30-001',
    'Buyer Country': 'Poland',
    'Ship To Name': 'Ada Lis',
    'Ship To Phone': '500000301',
    'Ship To Address 1': 'Mglista 7',
    'Ship To Address 2': 'm. 3',
    'Ship To City': 'Testowo',
    'Ship To Zip': '00-950',
    'Ship To Country': 'Poland',
    'Item Number': '123456789',
    'Item Title': 'Cup',
    'Shipping And Handling': '12.99',
  },
  Etsy: {
    'Sale Date': '11/27/26',
    'Order ID': '7001',
    'Buyer User ID': 'kupuje1',
    'Full Name': 'Ada Lis',
    'First Name': 'Zofia',
    'Last Name': 'Platnik',
    'Number of Items': '1',
    'Payment Method': 'Credit Card',
    'Street 1': 'Mglista 7',
    'Street 2': '3',
    'Ship City': 'Testowo',
    'Ship State': '',
    'Ship Zipcode': '00-950',
    'Ship Country': 'Poland',
    Currency: 'PLN',
    'Order Value': '99.00',
    Shipping: '12.99',
    'Buyer Email': 'ada@mail.example',
    'Buyer Phone': '500000301',
  },
  PrestaShop: {
    id_order: '55',
    reference: '7001',
    delivery_firstname: 'Ada',
    delivery_lastname: 'Lis',
    delivery_company: '',
    email: 'ada@mail.example',
    delivery_phone: '',
    delivery_phone_mobile: '500000301',
    delivery_address1: 'Mglista 7',
    delivery_address2: '3',
    delivery_postcode: '00-950',
    delivery_city: 'Testowo',
    delivery_country: 'Polska',
    payment: 'Przelew',
    total_paid: '99.00',
    carrier: 'Kurier',
    invoice_firstname: 'Zofia',
  },
  Allegro: {
    OrderId: '7001',
    BuyerLogin: 'kupuje1',
    BuyerEmail: 'ada@mail.example',
    BuyerName: 'Zofia Platnik',
    DeliveryMethod: 'Allegro Kurier',
    DeliveryAmount: '12.99',
    DeliveryName: 'Ada Lis',
    DeliveryStreet: 'Mglista 7/3',
    DeliveryZipCode: '00-950',
    DeliveryCity: 'Testowo',
    DeliveryCountryCode: 'PL',
    DeliveryPhone: '500000301',
    OfferName: 'Kubek',
  },
  Vendure: {
    id: '12',
    code: '7001',
    customerEmailAddress: 'ada@mail.example',
    'shippingAddress.fullName': 'Ada Lis',
    'shippingAddress.streetLine1': 'Mglista',
    'shippingAddress.streetLine2': '7/3',
    'shippingAddress.city': 'Testowo',
    'shippingAddress.postalCode': '00-950',
    'shippingAddress.countryCode': 'PL',
    'shippingAddress.phoneNumber': '500000301',
    totalWithTax: '9900',
  },
  Medusa: {
    Order_ID: 'order_01ABC',
    Display_ID: '7001',
    'Order status': 'pending',
    Date: '2026-11-27',
    'Customer First Name': 'Zofia',
    'Customer Last Name': 'Platnik',
    'Customer Email': 'ada@mail.example',
    'Shipping Address First Name': 'Ada',
    'Shipping Address Last Name': 'Lis',
    'Shipping Address Address 1': 'Mglista 7',
    'Shipping Address Address 2': '3',
    'Shipping Address Country Code': 'pl',
    'Shipping Address City': 'Testowo',
    'Shipping Address Postal Code': '00-950',
    'Shipping Address Phone': '500000301',
    Subtotal: '99',
    'Shipping Total': '12',
  },
};

describe('The export of a program', () => {
  it.each(Object.keys(EXPORTS))('%s is read without a question', async (name) => {
    expect(await read(EXPORTS[name]!)).toMatchObject({
      reference: '7001',
      state: 'good',
      order: HOME,
      doubts: [],
    });
  });

  it.each([
    ['BaseLinker', { sku: 'F-1', quantity: '2' }, '2 Kubek F-1'],
    ['Amazon', { 'quantity-purchased': '2' }, '2 Cup F-1'],
    ['eBay', { Quantity: '2', 'Custom Label': 'F-1' }, '2 Cup F-1'],
    ['Etsy', { 'Item Name': 'Cup', Quantity: '2', SKU: 'F-1' }, '2 Cup F-1'],
    ['PrestaShop', { product_name: 'Cup', product_quantity: '2', product_reference: 'F-1' }, '2 Cup F-1'],
    ['Allegro', { Quantity: '2' }, '2 Kubek'],
  ])('%s says what is in the parcel', async (name, more, products) => {
    const parcel = await read({ ...EXPORTS[name], ...more });
    expect(parcel).toMatchObject({ state: 'good', order: HOME, products: [products] });
  });

  it.each(Object.keys(EXPORTS))('%s is the same with a column more and in another order', async (name) => {
    const turned = Object.fromEntries(Object.entries({ ...EXPORTS[name], extra: 'x' }).reverse());
    expect(await read(turned)).toMatchObject({ reference: '7001', state: 'good', order: HOME });
  });

  it('BaseLinker’s cash on delivery is held, and its point is used', async () => {
    const point = { ...EXPORTS['BaseLinker'], delivery_point_id: 'PL_TST01M' };
    expect(await read(point)).toMatchObject({ state: 'good', order: POINT });
    expect(await read({ ...point, payment_method: 'Pobranie', payment_method_cod: '1' })).toMatchObject({
      state: 'cash',
    });
  });
});

describe('Columns that the user matched', () => {
  const REMEMBERED = { 'nr|kto|dokad|ile': ['reference', 'fullName', 'pointId', 'weight'] } as const;

  it.each<[string, string[], (string | null | undefined)[] | null]>([
    ['the same', ['Nr', 'Kto', 'Dokąd', 'Ile'], ['reference', 'fullName', 'pointId', 'weight']],
    [
      'one more',
      ['Nr', 'Kto', 'Dokąd', 'Ile', 'Nowa'],
      ['reference', 'fullName', 'pointId', 'weight', undefined],
    ],
    ['one less, in another order', ['Ile', 'Dokąd', 'Nr'], ['weight', 'pointId', 'reference']],
    ['others', ['Nr', 'Name', 'Street', 'City'], null],
    ['none', ['', '', '', ''], null],
  ])('are remembered for a table with these columns: %s', (_, header, columns) => {
    expect(recallColumns(header, REMEMBERED)).toEqual(columns);
  });

  it('are completed by guesses, but no field gets two columns', () => {
    expect(completeColumns(['email', undefined, undefined], [null, 'email', 'phone'])).toEqual([
      'email',
      null,
      'phone',
    ]);
  });
});

it('Columns, answers and units of a table are used again for a table with the same columns', async () => {
  const desk = await openDesk();
  const bytes = write({ Nr: '7001', Kto: 'Ada Lis', Masa: '850' });
  const { record } = await assess(bytes, 'en', desk);
  const columns = ['reference', 'fullName', 'weight'] as const;
  await rememberColumns(desk, {
    ...record,
    columns: [...columns],
    settled: ['fullName'],
    units: { weight: 'g' },
  });
  const again = await assess(bytes, 'en', desk);
  expect(again.record).toMatchObject({ columns, settled: ['fullName'], units: { weight: 'g' } });
  expect(again.rows[0]!.shipment.parcels[0]!.weight.amount).toBe(0.85);
});
