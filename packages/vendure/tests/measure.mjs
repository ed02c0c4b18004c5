/**
 * What the plugin costs, printed as JSON: milliseconds of Vendure's own mutation with a point's check and without it, and of a check of a
 * thousand orders. It is put beside the example's files.
 */
import { bootstrap, Order, TransactionalConnection } from '@vendure/core';
import { Rechecks } from '@droppoint/vendure';
import { config } from './config.mjs';
import { fill } from './fill.mjs';

const ORDERS = 1_000;
const ROUNDS = 30;

const { POINT_IDS } = process.env;
const app = await bootstrap({
  ...config,
  apiOptions: { ...config.apiOptions, port: 0 },
  dbConnectionOptions: { type: 'sqljs', synchronize: true },
});
await fill(app);
const api = `http://127.0.0.1:${app.getHttpServer().address().port}/shop-api`;
let token = '';

async function ask(query) {
  const answer = await fetch(api, {
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
  const { moved } = await ask(
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

const [first] = POINT_IDS.split(',');
await ask('mutation { addItemToOrder(productVariantId: "1", quantity: 1) { __typename } }');
await ask(
  'mutation { setCustomerForOrder(input: { firstName: "Ada", lastName: "Lis", emailAddress: "ada@mail.example" }) { __typename } }',
);
await ask(
  'mutation { setOrderShippingAddress(input: { fullName: "Ada Lis", streetLine1: "Rynek 1", city: "Kraków", countryCode: "PL" }) { __typename } }',
);
const { methods } = await ask('{ methods: eligibleShippingMethods { id code } }');
const choose = (code) =>
  ask(
    `mutation { setOrderShippingMethod(shippingMethodId: ["${methods.find((method) => method.code === code).id}"]) { __typename } }`,
  );
await choose('to-your-home');
const withoutMs = await time(() => move('ArrangingPayment'));
await move('AddingItems');
await choose('pickup-point');
await ask(`mutation { setPickupPoint(id: "${first}") { __typename } }`);
const withMs = await time(() => move('ArrangingPayment'));

const repository = app.get(TransactionalConnection).rawConnection.getRepository(Order);
const [order] = await repository.find({ relations: { channels: true } });
const ids = POINT_IDS.split(',');
for (let at = 0; at < ORDERS; at++) {
  const { pickupPoint } = order.customFields;
  const customFields = { ...order.customFields, pickupPoint: { ...pickupPoint, id: ids[at % ids.length] } };
  const { type, couponCodes, shippingAddress, billingAddress, currencyCode, taxZoneId, channels } = order;
  const copied = { type, couponCodes, shippingAddress, billingAddress, currencyCode, taxZoneId, channels };
  const amounts = { subTotal: 1, subTotalWithTax: 1, shipping: 1, shippingWithTax: 1 };
  const state = 'PaymentSettled';
  await repository.save(
    repository.create({ ...copied, ...amounts, code: `ORDER${at}`, state, active: false, customFields }),
  );
}
const startedMs = performance.now();
const recheck = await app.get(Rechecks).run();
const recheckMs = Math.round(performance.now() - startedMs);
console.log(JSON.stringify({ withoutMs, withMs, recheckMs, recheck }));
process.exit();
