/** The checkout page: basket, details, delivery with the picker, payment, and the state of the order. */
import {
  addItem,
  moveTo,
  pay,
  readMethods,
  readOrder,
  readPlaced,
  readProducts,
  setAddress,
  setCustomer,
  setMethod,
  setPoint,
} from './shop-api.js';

const find = (selector) => document.querySelector(selector);
const details = find('#details');
const delivery = find('#delivery');
const where = find('#where');
const POLL_MS = 3_000;

const money = (amount, currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);

const distance = (metres) => (metres < 1_000 ? `${metres}\u00a0m` : `${(metres / 1_000).toFixed(1)}\u00a0km`);

function element(tag, text, properties = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...properties });
}

/** A row with a button. */
function row(text, action, act) {
  const item = element('li', '');
  const button = element('button', action, { type: 'button' });
  button.addEventListener('click', act);
  item.append(element('span', text), button);
  return item;
}

/** @param {readonly {id: string, lines: string[], distanceMetres: number}[]} alternatives */
function showMessage(message, alternatives = []) {
  find('#told').hidden = message === '';
  find('#told').textContent = message;
  find('#instead').hidden = alternatives.length === 0;
  find('#instead ul').replaceChildren(
    ...alternatives.map(({ id, lines, distanceMetres }) =>
      row(`${lines.join(', ')} (${id}), ${distance(distanceMetres)}`, 'Send it here', () => choose(id)),
    ),
  );
  if (message !== '') find('#told').focus();
}

function show(order) {
  find('#basket').hidden = details.hidden = !order?.lines.length;
  if (!order) return;
  const { currencyCode: currency } = order;
  find('#basket ul').replaceChildren(
    ...order.lines.map(({ quantity, productVariant, linePriceWithTax }) =>
      element('li', `${quantity} × ${productVariant.name}: ${money(linePriceWithTax, currency)}`),
    ),
    ...order.shippingLines.map(({ shippingMethod, priceWithTax }) =>
      element('li', `${shippingMethod.name}: ${money(priceWithTax, currency)}`),
    ),
  );
  find('#basket b').textContent = money(order.totalWithTax, currency);
}

/** Shows the shipping methods of the basket. A method for pick-up points includes the picker's settings. */
async function showMethods(order) {
  const methods = await readMethods();
  const chosen = order.shippingLines[0]?.shippingMethod.id;
  find('#methods').replaceChildren(
    find('#methods legend'),
    ...methods.map((method) => {
      const { id, name, priceWithTax, metadata } = method;
      const label = element('label', '', { className: 'choice' });
      const radio = element('input', '', { type: 'radio', name: 'method', value: id, required: true });
      radio.checked = id === chosen;
      radio.addEventListener('change', async () => {
        show(await editOrder(() => setMethod(id)));
        showPicker(metadata?.droppoint, await readOrder());
      });
      label.append(radio, `${name} `, element('b', money(priceWithTax, order.currencyCode)));
      return label;
    }),
  );
  delivery.hidden = false;
  showPicker(methods.find(({ id }) => id === chosen)?.metadata?.droppoint, order);
}

function showPicker(needs, order) {
  // Fields in a disabled fieldset are neither required nor sent.
  where.disabled = where.hidden = needs === undefined;
  if (needs === undefined) return;
  const stored = order.customFields.pickupPoint?.id ?? '';
  const existing = find('droppoint-picker');
  if (existing) {
    existing.value = stored;
    return;
  }
  const { origin, countries, types, filter } = needs;
  const { postalCode, city } = details.elements;
  const picker = document.createElement('droppoint-picker');
  const settings = {
    name: 'pickup_point',
    required: '',
    value: stored,
    country: countries.join(),
    'point-type': types.join(),
    'postal-code': postalCode.value,
    city: city.value,
  };
  for (const [name, value] of Object.entries(settings)) picker.setAttribute(name, value);
  // If Droppoint's script doesn't load, the shopper can enter the number.
  const label = element('label', 'Number of your pick-up point ');
  label.append(element('input', '', { name: 'pickup_point', required: true }));
  picker.append(label);
  picker.addEventListener('change', () => choose(readChosen()));
  where.append(picker);
  if (filter) void customElements.whenDefined('droppoint-picker').then(() => picker.configure({ filter }));
  document.head.append(
    element('script', '', { type: 'module', src: `${origin}/v1/droppoint.js`, crossOrigin: '' }),
  );
}

const readChosen = () => String(new FormData(delivery).get('pickup_point') ?? '');

/** Changes the order. If it is waiting for payment, perhaps from another tab, reopens it first. */
async function editOrder(change) {
  const result = await change();
  if (result.errorCode !== 'ORDER_MODIFICATION_ERROR') return result;
  await moveTo('AddingItems');
  return change();
}

/** Whether the latest choice is in the order. */
let storing = Promise.resolve(true);

/** Stores a point from the picker, a typed number, or an alternative in the order. */
function choose(id) {
  storing = store(id);
  return storing;
}

async function store(id) {
  if (id === '') return false;
  const result = await editOrder(() => setPoint(id));
  showMessage(result.errorCode ? result.message : '', result.alternatives);
  if (result.errorCode) return false;
  show(result);
  if (readChosen() !== id) find('droppoint-picker').value = id;
  return true;
}

find('#details').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { firstName, lastName, emailAddress, ...address } = Object.fromEntries(new FormData(details));
  await setCustomer({ firstName, lastName, emailAddress });
  const order = await editOrder(() => setAddress({ ...address, fullName: `${firstName} ${lastName}` }));
  if (order.errorCode) return showMessage(order.message);
  show(order);
  await showMethods(order);
});

delivery.addEventListener('submit', async (event) => {
  event.preventDefault();
  const chosen = readChosen();
  // Wait until the point is stored; try a refused one once more.
  if (!where.disabled && !(await storing) && !(await choose(chosen))) return;
  const moved = await moveTo('ArrangingPayment');
  if (moved.errorCode) {
    const order = await readOrder();
    return showMessage(
      moved.transitionError ?? moved.message,
      order?.customFields.pickupPointAlternatives ?? [],
    );
  }
  const stored = moved.customFields.pickupPoint?.id ?? '';
  if (chosen !== '' && stored !== chosen) {
    // Another tab chose a different point. The shopper should pay for the point that this page
    // shows.
    await moveTo('AddingItems');
    find('droppoint-picker').value = stored;
    return showMessage(
      `You have chosen ${moved.customFields.pickupPoint.lines.join(', ')} in another tab. Is that right?`,
    );
  }
  const paid = await pay();
  if (paid.errorCode) return showMessage(paid.message);
  location.hash = paid.code;
});

/** Shows the state of a placed order, and keeps polling while the page is open. */
async function showPlaced(code) {
  const order = await readPlaced(code);
  for (const part of ['#goods', '#basket', '#details', '#delivery', '#told', '#instead'])
    find(part).hidden = true;
  find('#placed').hidden = false;
  find('h1').textContent = 'Thank you';
  const setText = (selector, text) => {
    if (find(selector).textContent !== text) find(selector).textContent = text;
  };
  const { pickupPoint, pickupPointProblem: problem } = order.customFields;
  const { streetLine1, postalCode, city } = order.shippingAddress;
  const lines = pickupPoint?.id ? pickupPoint.lines : [streetLine1, `${postalCode} ${city}`];
  setText('#placed h2', `Your order ${order.code}`);
  // A payment provider took the payment before a point was chosen.
  const needsPoint = problem === 'missing';
  setText(
    '#placed .where',
    needsPoint ? 'We’ll ask you where you’d like to collect it.' : `It comes to ${lines.join(', ')}.`,
  );
  const [parcel] = order.fulfillments ?? [];
  const STATES = { Shipped: 'It is on its way', Delivered: 'You have it' };
  const state = STATES[order.state] ?? 'It is paid for';
  const ready = parcel?.customFields.droppointState === 'ready' && order.state === 'Shipped';
  setText(
    '#placed .state',
    `${ready ? 'It waits for you there' : state}${parcel ? `: parcel ${parcel.trackingCode}` : ''}.`,
  );
  setTimeout(() => void showPlaced(code), POLL_MS);
}

async function start() {
  const placed = location.hash.slice(1);
  if (placed !== '') {
    await showPlaced(placed);
    return find('h1').focus();
  }
  const [products, order] = await Promise.all([readProducts(), readOrder()]);
  find('#goods ul').replaceChildren(
    ...products.map(({ name, description, variants: [{ id, priceWithTax, currencyCode }] }) =>
      row(`${name}. ${description}. ${money(priceWithTax, currencyCode)}`, `Add ${name}`, async () =>
        show(await editOrder(() => addItem(id))),
      ),
    ),
  );
  show(order);
  if (!order) return;
  const { shippingAddress, billingAddress, customFields } = order;
  const own = customFields.pickupPoint?.id ? billingAddress : shippingAddress;
  for (const field of details.elements) if (own?.[field.name]) field.value = own[field.name];
  if (own?.streetLine1) await showMethods(order);
}

addEventListener('hashchange', () => void start());
await start();
