/** The checkout page: basket, details, delivery with the picker, payment, and the state of the order. */
import Medusa from '@medusajs/js-sdk';
import {
  describePicker,
  fetchPickupSettings,
  PARCEL_FIELDS,
  PICKUP_FIELDS,
  readParcels,
  readPickupPoint,
  removePickupPoint,
  setPickupPoint,
  type PickerSettings,
  type RefusedPoint,
} from '@droppoint/medusa/storefront';

const { VITE_MEDUSA_URL: baseUrl, VITE_PUBLISHABLE_KEY: publishableKey } = import.meta.env;
const sdk = new Medusa({ baseUrl, publishableKey });
type Cart = Awaited<ReturnType<typeof sdk.store.cart.retrieve>>['cart'];
type Option = Awaited<ReturnType<typeof sdk.store.fulfillment.listCartOptions>>['shipping_options'][number];

const PAYMENT_PROVIDER = 'pp_test_test';
const CART_FIELDS = `+shipping_methods.name,${PICKUP_FIELDS}`;
const CART_ID = 'cart';
const POLL_MS = 3_000;

const find = <Found extends HTMLElement>(selector: string) => document.querySelector<Found>(selector)!;
const details = find<HTMLFormElement>('#details');
const delivery = find<HTMLFormElement>('#delivery');
const where = find<HTMLFieldSetElement>('#where');
const picker = find<HTMLInputElement & { filter: object | null }>('droppoint-picker');

const settings = await fetchPickupSettings(sdk);
let cart: Cart | null = null;
let chosen: Option | null = null;

const money = (amount: number) =>
  new Intl.NumberFormat('en', { style: 'currency', currency: cart?.currency_code ?? 'PLN' }).format(amount);

const distance = (metres: number) =>
  metres < 1_000 ? `${metres}\u00a0m` : `${(metres / 1_000).toFixed(1)}\u00a0km`;

function element<Name extends keyof HTMLElementTagNameMap>(tag: Name, text: string, properties: object = {}) {
  return Object.assign(document.createElement(tag), { textContent: text, ...properties });
}

/** A row with a button. */
function row(text: string, action: string, act: () => Promise<unknown>) {
  const item = element('li', '');
  const button = element('button', action, { type: 'button' });
  button.addEventListener('click', () => void attempt(act));
  item.append(element('span', text), button);
  return item;
}

/** Shows a message, and the points that the shopper can choose instead. */
function showMessage(message: string, alternatives: RefusedPoint['alternatives'] = []) {
  const alert = find('#message');
  alert.hidden = message === '';
  alert.textContent = message;
  find('#nearest').hidden = alternatives.length === 0;
  find('#nearest ul').replaceChildren(
    ...alternatives.map(({ id, lines, distanceMetres }) =>
      row(`${lines.join(', ')} (${id}), ${distance(distanceMetres)}`, 'Send it here', () => choose(id)),
    ),
  );
  if (message !== '') alert.focus();
}

/** Shows why something failed. */
async function attempt(act: () => Promise<unknown>) {
  try {
    await act();
  } catch (error) {
    showMessage(String((error as Error).message));
  }
}

async function readCart(id: string) {
  ({ cart } = await sdk.store.cart.retrieve(id, { fields: CART_FIELDS }));
  const { items, shipping_methods: methods, total } = cart;
  find('#basket').hidden = details.hidden = !items?.length;
  find('#basket ul').replaceChildren(
    ...(items ?? []).map(({ quantity, product_title, unit_price }) =>
      element('li', `${quantity} × ${product_title}: ${money(quantity * unit_price)}`),
    ),
    ...(methods ?? []).map(({ name, amount }) => element('li', `${name}: ${money(Number(amount))}`)),
  );
  find('#basket b').textContent = money(total);
}

async function addItem(regionId: string, variant_id: string) {
  const item = { variant_id, quantity: 1 };
  if (cart) await sdk.store.cart.createLineItem(cart.id, item);
  else ({ cart } = await sdk.store.cart.create({ region_id: regionId, items: [item] }));
  localStorage.setItem(CART_ID, cart.id);
  await readCart(cart.id);
}

async function showOptions() {
  const { shipping_options: options } = await sdk.store.fulfillment.listCartOptions({ cart_id: cart!.id });
  const [method] = cart!.shipping_methods ?? [];
  find('#options').replaceChildren(
    find('#options legend'),
    ...options.map((option) => {
      const label = element('label', '', { className: 'choice' });
      const radio = element('input', '', { type: 'radio', name: 'option', required: true });
      radio.checked = option.id === method?.shipping_option_id;
      radio.addEventListener('change', () => void attempt(() => chooseOption(option)));
      label.append(radio, `${option.name} `, element('b', money(option.amount)));
      return label;
    }),
  );
  delivery.hidden = false;
  const current = options.find(({ id }) => id === method?.shipping_option_id);
  if (current) showPicker(current);
}

async function chooseOption(option: Option) {
  const isToPoint = describePicker(settings, option, cart!) !== null;
  const hasPoint = readPickupPoint(cart!) !== null;
  if (hasPoint && !isToPoint) await removePickupPoint(sdk, cart!);
  if (!hasPoint || !isToPoint) await sdk.store.cart.addShippingMethod(cart!.id, { option_id: option.id });
  await readCart(cart!.id);
  showPicker(option);
}

/** Shows the picker for an option that needs a point. */
function showPicker(option: Option) {
  chosen = option;
  const described = describePicker(settings, option, cart!);
  // Fields in a disabled fieldset are neither required nor sent.
  where.disabled = where.hidden = described === null;
  if (described === null) return;
  const { script, attributes, filter }: PickerSettings = described;
  for (const [name, value] of Object.entries(attributes)) picker.setAttribute(name, value);
  findControl().value = attributes['value'] ?? '';
  picker.filter = filter;
  if (!document.querySelector(`script[src="${script}"]`))
    document.head.append(element('script', '', { type: 'module', src: script, crossOrigin: '' }));
}

/** The picker; where its script is missing, the input in it. */
const findControl = () =>
  picker.matches(':defined') ? picker : find<HTMLInputElement>('droppoint-picker input');

const readChosen = () => (new FormData(delivery).get('pickup_point') as string | null) ?? '';

/** Stores a point from the picker, a typed number, or one of the nearest in the cart. */
async function choose(pointId: string): Promise<boolean> {
  if (pointId === '') return false;
  const { refused } = await setPickupPoint(sdk, settings, { cart: cart!, option: chosen!, pointId });
  showMessage(refused?.message ?? '', refused?.alternatives);
  if (refused) return false;
  await readCart(cart!.id);
  if (readChosen() !== pointId) findControl().value = pointId;
  return true;
}

async function pay() {
  // The shopper pays for the point that this page shows, whatever another tab has chosen since.
  if (!where.disabled && !(await choose(readChosen()))) return;
  await sdk.store.payment.initiatePaymentSession(cart!, { provider_id: PAYMENT_PROVIDER });
  const answer = await sdk.store.cart.complete(cart!.id);
  if (answer.type === 'cart') return showMessage(answer.error.message);
  localStorage.removeItem(CART_ID);
  location.hash = answer.order.id;
}

/** Shows the state of a placed order, and reads it again while the page is open. */
async function showOrder(id: string) {
  const { order } = await sdk.store.order.retrieve(id, { fields: PARCEL_FIELDS });
  for (const part of ['#goods', '#basket', '#details', '#delivery', '#message', '#nearest'])
    find(part).hidden = true;
  find('#placed').hidden = false;
  find('h1').textContent = 'Thank you';
  const setText = (selector: string, text: string) => {
    if (find(selector).textContent !== text) find(selector).textContent = text;
  };
  setText('#placed h2', `Your order ${order.display_id}`);
  const { address_1, postal_code, city } = order.shipping_address ?? {};
  const lines = readPickupPoint(order)?.lines ?? [address_1, `${postal_code} ${city}`];
  setText('#placed .where', `It comes to ${lines.join(', ')}.`);
  const [parcel] = readParcels(settings, order);
  const state = parcel?.isDelivered
    ? 'You have it'
    : parcel?.isShipped
      ? 'It is on its way'
      : 'It is paid for';
  const text = `${state}${parcel ? `: parcel ${parcel.number}` : ''}.`;
  if (find('#placed .state').textContent !== text) {
    find('#placed .state').textContent = text;
    if (parcel) find('#placed .state').append(' ', element('a', 'Follow it', { href: parcel.url }));
  }
  setTimeout(() => void attempt(() => showOrder(id)), POLL_MS);
}

async function start() {
  const placed = location.hash.slice(1);
  if (placed !== '') {
    await showOrder(placed);
    return find('h1').focus();
  }
  const { regions } = await sdk.store.region.list();
  const [region] = regions;
  for (const { iso_2, display_name } of region?.countries ?? [])
    find('#details select').append(element('option', display_name ?? '', { value: iso_2 }));
  const { products } = await sdk.store.product.list({
    region_id: region!.id,
    fields: '*variants.calculated_price',
  });
  find('#goods ul').replaceChildren(
    ...products.flatMap(({ title, variants }) =>
      (variants ?? []).map(({ id, calculated_price: price }) =>
        row(`${title}. ${money(price?.calculated_amount ?? 0)}`, `Add ${title}`, () =>
          addItem(region!.id, id),
        ),
      ),
    ),
  );
  const id = localStorage.getItem(CART_ID);
  if (id === null) return;
  await readCart(id);
  if (cart!.completed_at) return localStorage.removeItem(CART_ID);
  const { shipping_address, billing_address, email } = cart!;
  const address = readPickupPoint(cart!) ? billing_address : shipping_address;
  const own: Record<string, unknown> = { ...address, email };
  for (const field of details.elements)
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement)
      field.value = (own[field.name] as string | null | undefined) ?? field.value;
  if (address?.address_1) await showOptions();
}

details.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(async () => {
    const { email, ...shipping_address } = Object.fromEntries(new FormData(details)) as Record<
      string,
      string
    >;
    await sdk.store.cart.update(cart!.id, { email, shipping_address });
    await readCart(cart!.id);
    await showOptions();
  });
});

delivery.addEventListener('submit', (event) => {
  event.preventDefault();
  void attempt(pay);
});

picker.addEventListener('change', () => void attempt(() => choose(readChosen())));
addEventListener('hashchange', () => void attempt(start));
await attempt(start);
