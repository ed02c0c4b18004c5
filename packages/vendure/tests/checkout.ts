import { expect } from '@playwright/test';
import type { Droppoint } from '../../../tests/browser/droppoint.ts';
import type { Answer, Client } from './client.ts';

export const ORDER = `fragment Order on Order {
  id code state totalWithTax currencyCode
  shippingAddress { fullName company streetLine1 streetLine2 postalCode city countryCode phoneNumber }
  billingAddress { streetLine1 city countryCode }
  customFields {
    pickupPoint { id name lines latitude longitude }
    pickupPointProblem
    pickupPointAlternatives { id lines distanceMetres }
  }
}`;

export const HOME = {
  fullName: 'Oskar Lis',
  streetLine1: 'Rynek 1',
  city: 'Kraków',
  postalCode: '31-042',
  countryCode: 'PL',
  phoneNumber: '+48500000202',
};

const SET_POINT = `mutation ($id: String!) {
  setPickupPoint(id: $id) {
    __typename
    ...Order
    ... on ErrorResult { errorCode message }
    ... on PickupPointError { problem meant alternatives { id lines distanceMetres } }
  }
}
${ORDER}`;

export const setPoint = async (shopper: Client, id: string): Promise<Answer> =>
  (await shopper.request(SET_POINT, { id })).setPickupPoint;

export const methodsOf = async (shopper: Client): Promise<Answer[]> =>
  (await shopper.request('{ eligibleShippingMethods { id code priceWithTax metadata } }'))
    .eligibleShippingMethods;

/** Fills the basket of a customer who has entered an address and chosen a shipping method. */
export async function fillBasket(
  shopper: Client,
  { sku = 'KETTLE', method = 'pickup-point', lastName = 'Lis', address = HOME, quantity = 1 } = {},
): Promise<Answer> {
  const { products } = await shopper.request('{ products { items { variants { id sku } } } }');
  const variant = products.items
    .flatMap((item: Answer) => item.variants)
    .find((each: Answer) => each.sku === sku);
  const { id } = variant;
  await shopper.request(
    'mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) { __typename } }',
    { id, quantity },
  );
  await shopper.request(
    'mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) { __typename } }',
    {
      input: { firstName: 'Oskar', lastName, emailAddress: `oskar.${lastName.toLowerCase()}@mail.example` },
    },
  );
  await enterAddress(shopper, address);
  await setMethod(shopper, method);
  return activeOrder(shopper);
}

export const enterAddress = (shopper: Client, input = HOME): Promise<Answer> =>
  shopper.request(
    'mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) { __typename } }',
    { input },
  );

export async function setMethod(shopper: Client, code: string): Promise<void> {
  const method = (await methodsOf(shopper)).find((each) => each.code === code);
  await shopper.request(
    'mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { __typename } }',
    {
      id: [method.id],
    },
  );
}

export const activeOrder = async (shopper: Client): Promise<Answer> =>
  (await shopper.request(`{ activeOrder { ...Order } } ${ORDER}`)).activeOrder;

const ARRANGE = `mutation { transitionOrderToState(state: "ArrangingPayment") {
  __typename ...Order ... on OrderStateTransitionError { errorCode transitionError } } } ${ORDER}`;

export const arrangePayment = async (shopper: Client): Promise<Answer> =>
  (await shopper.request(ARRANGE)).transitionOrderToState;

const PAY = `mutation { addPaymentToOrder(input: { method: "test", metadata: {} }) {
  __typename ...Order ... on ErrorResult { errorCode message } } } ${ORDER}`;

export const pay = async (shopper: Client): Promise<Answer> => (await shopper.request(PAY)).addPaymentToOrder;

/** Places a paid order to a point. */
export async function placeOrder(
  shopper: Client,
  pointId: string,
  basket?: Parameters<typeof fillBasket>[1],
): Promise<Answer> {
  await fillBasket(shopper, basket);
  await setPoint(shopper, pointId);
  await arrangePayment(shopper);
  return pay(shopper);
}

/** Does what a payment provider's webhook does, whether or not the shopper has chosen a point. */
export async function payByWebhook(staff: Client, id: string): Promise<void> {
  await staff.request(
    'mutation ($id: ID!) { transitionOrderToState(id: $id, state: "ArrangingPayment") { ... on Order { state } } }',
    { id },
  );
  await staff.request(
    `mutation ($id: ID!) { addManualPaymentToOrder(input: { orderId: $id, method: "test", transactionId: "1", metadata: {} }) {
      ... on Order { state } } }`,
    { id },
  );
}

const FIND = `query ($id: ID!) { order(id: $id) {
  ...Order
  lines { id quantity }
  customFields { pickupPointCheckedAt pickupReturn { trackingNumber dropOffCode } }
  fulfillments { id state trackingCode method customFields { droppointState } }
  history { items { type data } }
} } ${ORDER}`;

export const findOrder = async (staff: Client, id: string): Promise<Answer> =>
  (await staff.request(FIND, { id })).order;

/** Finds the ids of points around a place, nearest first. */
export async function pointsNear(origin: string, query: string): Promise<string[]> {
  const answer = await fetch(`${origin}/api/nearest-points?${query}`);
  const { points } = (await answer.json()) as { points: { summary: { id: string } }[] };
  return points.map(({ summary }) => summary.id);
}

const FULFIL = `mutation ($input: FulfillOrderInput!) {
  addFulfillmentToOrder(input: $input) {
    __typename
    ... on Fulfillment { id state trackingCode method }
    ... on ErrorResult { errorCode message }
    ... on CreateFulfillmentError { fulfillmentHandlerError }
  }
}`;

/**
 * Ships an order, as the staff does in the dashboard.
 * @param pieces of its only line; default: everything
 */
export async function shipOrder(
  staff: Client,
  orderId: string,
  { kilograms, pieces }: { kilograms?: number; pieces?: number } = {},
): Promise<Answer> {
  const { lines } = await findOrder(staff, orderId);
  const values = kilograms === undefined ? [] : [{ name: 'kilograms', value: String(kilograms) }];
  const input = {
    lines: lines.map((line: Answer) => ({ orderLineId: line.id, quantity: pieces ?? line.quantity })),
    handler: { code: 'droppoint', arguments: values },
  };
  return (await staff.request(FULFIL, { input })).addFulfillmentToOrder;
}

export const cancelFulfilment = (staff: Client, id: string): Promise<Answer> =>
  staff.request(
    'mutation ($id: ID!) { transitionFulfillmentToState(id: $id, state: "Cancelled") { __typename } }',
    { id },
  );

/** Runs the nightly check now. */
export async function recheck(staff: Client): Promise<void> {
  await staff.request('mutation { runScheduledTask(id: "recheck-pickup-points") { success } }');
}

/** Advances the sandbox's clock by a day; the sandbox pushes the events of that day. */
export const advanceDay = (platform: string): Promise<Response> =>
  fetch(`${platform}/__sandbox/clock/advance`, { method: 'POST', body: '{"hours":24}' });

/** Publishes the carrier's current network, and waits until the function reports the status of a point. */
export async function publish(droppoint: Droppoint, id: string, status: 'gone' | 'exists'): Promise<void> {
  await droppoint.setFaults(status === 'gone' ? [{ kind: 'close', ids: [id] }] : []);
  await droppoint.publish(status === 'gone' ? 'anew' : undefined);
  await droppoint.restart();
  const answer = await fetch(`${droppoint.origin}/api/points/${id}`);
  expect(await answer.json()).toMatchObject({ status });
}
