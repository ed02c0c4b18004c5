/** Vendure's Shop API, as this page uses it. */

const ORDER = `fragment Order on Order {
  code state totalWithTax currencyCode
  lines { quantity productVariant { name } linePriceWithTax }
  shippingLines { priceWithTax shippingMethod { id name } }
  shippingAddress { fullName streetLine1 streetLine2 company postalCode city countryCode phoneNumber }
  billingAddress { fullName streetLine1 postalCode city countryCode phoneNumber }
  fulfillments { state trackingCode customFields { droppointState } }
  customFields { pickupPoint { id lines } pickupPointProblem pickupPointAlternatives { id lines distanceMetres } }
}`;

/** @throws Error for any answer without data */
export async function request(query, variables = {}) {
  const answer = await fetch('/shop-api', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: query.includes('...Order') ? `${query} ${ORDER}` : query, variables }),
  });
  const { data, errors } = await answer.json();
  if (errors) throw new Error(errors[0].message);
  return data;
}

/** Runs a mutation, which returns an order or an error result. */
const mutate = async (field, variables = {}, parameters = '') => {
  const query = `mutation ${parameters} { result: ${field} { __typename ...Order ... on ErrorResult { errorCode message }`;
  const more = field.startsWith('setPickupPoint')
    ? ' ... on PickupPointError { alternatives { id lines distanceMetres } }'
    : field.startsWith('transition')
      ? ' ... on OrderStateTransitionError { transitionError }'
      : '';
  return (await request(`${query}${more} } }`, variables)).result;
};

export const readOrder = async () => (await request('{ activeOrder { ...Order } }')).activeOrder;
export const readPlaced = async (code) =>
  (await request('query ($code: String!) { orderByCode(code: $code) { ...Order } }', { code })).orderByCode;
export const readProducts = async () =>
  (await request('{ products { items { name description variants { id priceWithTax currencyCode } } } }'))
    .products.items;
export const readMethods = async () =>
  (await request('{ eligibleShippingMethods { id name priceWithTax metadata } }')).eligibleShippingMethods;

export const addItem = (id) =>
  mutate('addItemToOrder(productVariantId: $id, quantity: 1)', { id }, '($id: ID!)');
export const setCustomer = (input) =>
  mutate('setCustomerForOrder(input: $input)', { input }, '($input: CreateCustomerInput!)');
export const setAddress = (input) =>
  mutate('setOrderShippingAddress(input: $input)', { input }, '($input: CreateAddressInput!)');
export const setMethod = (id) =>
  mutate('setOrderShippingMethod(shippingMethodId: [$id])', { id }, '($id: ID!)');
export const setPoint = (id) => mutate('setPickupPoint(id: $id)', { id }, '($id: String!)');
export const moveTo = (state) =>
  mutate('transitionOrderToState(state: $state)', { state }, '($state: String!)');
export const pay = () => mutate('addPaymentToOrder(input: { method: "test", metadata: {} })');
