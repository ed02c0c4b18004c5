/**
 * Runs the example's shop, and measures the plugin's cost when a test sends a message: milliseconds of
 * Vendure's own mutation with and without the check of a point, and of the check of a thousand orders. The
 * tests copy it next to the example's files.
 */
import { Order, TransactionalConnection } from '@vendure/core';
import { Rechecks } from '@droppoint/vendure';
import { app } from './shop.mjs';

const ORDERS = 1_000;
const ROUNDS = 30;

let token = '';

async function request(query) {
  const answer = await fetch(`http://127.0.0.1:${app.getHttpServer().address().port}/shop-api`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
  token = answer.headers.get('vendure-auth-token') ?? token;
  const { data, errors } = await answer.json();
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}

const move = async (state) => {
  const { moved } = await request(
    `mutation { moved: transitionOrderToState(state: "${state}") { ... on Order { id } ... on ErrorResult { message } } }`,
  );
  if (!moved.id) throw new Error(JSON.stringify(moved));
  return moved.id;
};

async function time(round) {
  const times = [];
  for (let at = 0; at < ROUNDS; at++) {
    await move('AddingItems').catch(() => null);
    const startedMs = performance.now();
    await round();
    times.push(performance.now() - startedMs);
  }
  return Math.round(times.toSorted((one, other) => one - other)[ROUNDS / 2] * 10) / 10;
}

/** @returns the order's id, and the times */
async function timeMutation(pointId) {
  await request('mutation { addItemToOrder(productVariantId: "1", quantity: 1) { __typename } }');
  await request(
    'mutation { setCustomerForOrder(input: { firstName: "Ada", lastName: "Lis", emailAddress: "ada@mail.example" }) { __typename } }',
  );
  await request(
    'mutation { setOrderShippingAddress(input: { fullName: "Ada Lis", streetLine1: "Rynek 1", city: "Kraków", countryCode: "PL" }) { __typename } }',
  );
  const { methods } = await request('{ methods: eligibleShippingMethods { id code } }');
  const choose = (code) =>
    request(
      `mutation { setOrderShippingMethod(shippingMethodId: ["${methods.find((method) => method.code === code).id}"]) { __typename } }`,
    );
  await choose('to-your-home');
  const withoutMs = await time(() => move('ArrangingPayment'));
  await move('AddingItems');
  await choose('pickup-point');
  await request(`mutation { setPickupPoint(id: "${pointId}") { __typename } }`);
  const withMs = await time(() => move('ArrangingPayment'));
  return { id: await move('AddingItems'), withoutMs, withMs };
}

/** The nightly check of the waiting orders, and of a thousand copies of an order. */
async function timeRecheck(id, pointIds) {
  const repository = app.get(TransactionalConnection).rawConnection.getRepository(Order);
  const order = await repository.findOneOrFail({ where: { id }, relations: { channels: true } });
  const { type, couponCodes, shippingAddress, billingAddress, currencyCode, taxZoneId, channels } = order;
  const copied = { type, couponCodes, shippingAddress, billingAddress, currencyCode, taxZoneId, channels };
  const amounts = { subTotal: 1, subTotalWithTax: 1, shipping: 1, shippingWithTax: 1 };
  const before = await app.get(Rechecks).run();
  const copies = Array.from({ length: ORDERS }, (_, at) => {
    const pickupPoint = { ...order.customFields.pickupPoint, id: pointIds[at % pointIds.length] };
    const customFields = { ...order.customFields, pickupPoint };
    const own = { code: `COPY${at}`, state: 'PaymentSettled', active: false, customFields };
    return repository.create({ ...copied, ...amounts, ...own });
  });
  await repository.save(copies);
  const startedMs = performance.now();
  const recheck = await app.get(Rechecks).run();
  const recheckMs = Math.round(performance.now() - startedMs);
  await repository.delete(copies.map((copy) => copy.id));
  const more = Object.fromEntries(
    Object.entries(recheck).map(([what, count]) => [what, count - before[what]]),
  );
  return { recheckMs, recheck: more };
}

process.on('message', async ({ pointIds }) => {
  const { id, ...mutation } = await timeMutation(pointIds[0]);
  process.send({ ...mutation, ...(await timeRecheck(id, pointIds)) });
});
