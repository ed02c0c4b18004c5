import { html, offer, page } from './markup.mjs';

const GOODS = [
  { name: 'Teapot “Dolomite”', detail: 'Stoneware, 0.9 l', price: 48 },
  { name: 'Two cups “Dolomite”', detail: 'Stoneware, 0.2 l', price: 26 },
  { name: 'First Flush Darjeeling', detail: 'Loose leaf, 100 g', price: 14 },
];
const SHIPPING = { point: 2.9, home: 5.9 };

/** Modes of the picker and their texts in the footer. */
const WAYS_TO_SHOW = /** @type {const} */ ({
  modal: 'in its own window',
  inline: 'in the page',
  nearest: 'as the nearest points, with the map behind a button',
});
export const MODES = /** @type {(keyof typeof WAYS_TO_SHOW)[]} */ (Object.keys(WAYS_TO_SHOW));

/**
 * The checkout page. If there are problems, it keeps what the customer entered.
 * @param {object} view
 * @param {string} view.droppoint origin of Droppoint
 * @param {string} view.countries countries that the shop delivers to
 * @param {string} view.address the customer's address, if the shop knows it
 * @param {keyof typeof WAYS_TO_SHOW} view.mode mode of the picker
 * @param {Partial<import('./read-order.mjs').Order>} view.order values to fill in
 * @param {readonly import('./read-order.mjs').Problem[]} [view.problems]
 * @param {readonly import('./check-point.mjs').Near[]} [view.alternatives]
 */
export function checkoutPage({
  droppoint,
  countries,
  address,
  mode,
  order,
  problems = [],
  alternatives = [],
}) {
  const delivery = order.delivery ?? 'point';
  /** @param {string} field */
  const problemOf = (field) => problems.find((problem) => problem.field === field)?.text;
  // Don't fill in an invalid point again.
  const value = problemOf('pickup_point') ? '' : (order.pointId ?? '');
  return page(
    'Checkout',
    html`<main class="checkout">
        <form method="post" action="/orders?mode=${mode}" class="steps" id="checkout">
          <h1>Checkout</h1>
          ${
            problems.length > 0 &&
            html`<div class="notice" role="alert" tabindex="-1" id="problems">
              <h2>We couldn’t take your order yet</h2>
              <ul>
                ${problems.map(({ field, text }) => html`<li><a href="#${field}">${text}</a></li>`)}
              </ul>
            </div>`
          }
          <section aria-labelledby="contact">
            <h2 id="contact">Your details</h2>
            ${textField('name', 'Name', 'name', order.name, problemOf('name'))}
            ${textField('email', 'E-mail', 'email', order.email, problemOf('email'))}
            ${textField('phone', 'Mobile phone, for the code of a locker', 'tel', order.phone, problemOf('phone'))}
          </section>
          <section aria-labelledby="how">
            <h2 id="how">Delivery</h2>
            <div class="ways" role="radiogroup" aria-labelledby="how">
              ${way('point', 'Pick-up point', 'In a locker or shop near you, two working days', delivery)}
              ${way('home', 'Your home', 'By courier, three working days', delivery)}
            </div>
            <fieldset class="way" data-way="point" ${delivery === 'home' && 'disabled'}>
              <legend id="pickup_point">Where will you collect it?</legend>
              <droppoint-picker
                name="pickup_point"
                required
                language="en"
                mode="${mode}"
                country="${countries}"
                ${address && html`address="${address}"`}
                value="${value}"
                geolocation="button"
              >
                <label class="field"
                  ><span>Number of the pick-up point</span
                  ><input name="pickup_point" value="${value}" autocomplete="off"
                /></label>
                <p class="hint">
                  <a href="${droppoint}/" target="_blank" rel="noopener">Find its number on the map</a>
                </p>
              </droppoint-picker>
              <input type="hidden" name="pickup_latitude" /><input type="hidden" name="pickup_longitude" />
              ${problemOf('pickup_point') && html`<p class="problem">${problemOf('pickup_point')}</p>`}
              ${
                alternatives.length > 0 &&
                html`<div class="instead">
                  <h3 id="instead">Open, and near it</h3>
                  <ul aria-labelledby="instead">
                    ${alternatives.map((near) => offer(near))}
                  </ul>
                </div>`
              }
            </fieldset>
            <fieldset class="way" data-way="home" ${delivery === 'point' && 'disabled'}>
              <legend class="unseen">Your home</legend>
              ${textField('address', 'Street, number, postcode and town', 'street-address', order.address, problemOf('address'))}
            </fieldset>
          </section>
          <button class="order">Place the order</button>
        </form>
        ${summary(delivery)}
      </main>
      <footer>
        <p>
          The picker is shown ${WAYS_TO_SHOW[mode]}. Show it
          ${MODES.filter((other) => other !== mode).map(
            (other, at) => html`${at > 0 && ', or '}<a href="/?mode=${other}">${WAYS_TO_SHOW[other]}</a>`,
          )}.
        </p>
        <p>For the shop’s own people: <a href="/admin">the orders</a></p>
      </footer>`,
    html`<link rel="preconnect" href="${droppoint}" crossorigin />
      <script type="module" async src="${droppoint}/v1/droppoint.js" crossorigin></script>
      <script type="module" src="/shop.js"></script>`,
  );
}

/** @type {Record<string, string>} */
const TYPES = { email: 'email', phone: 'tel' };

/**
 * @param {string} name
 * @param {string} label
 * @param {string} autocomplete
 * @param {string} [value]
 * @param {string} [problem]
 */
function textField(name, label, autocomplete, value = '', problem) {
  return html`<label class="field"
      ><span>${label}</span
      ><input
        id="${name}"
        name="${name}"
        type="${TYPES[name] ?? 'text'}"
        value="${value}"
        autocomplete="${autocomplete}"
        required
        ${problem && html`aria-invalid="true" aria-describedby="${name}-problem"`} /></label
    >${problem && html`<p class="problem" id="${name}-problem">${problem}</p>`}`;
}

/**
 * @param {'point' | 'home'} value
 * @param {string} name
 * @param {string} detail
 * @param {string} chosen
 */
function way(value, name, detail, chosen) {
  return html`<label class="choice"
    ><input type="radio" name="delivery" value="${value}" ${value === chosen && 'checked'} /><span
      ><strong>${name}</strong><small>${detail}</small></span
    ><b>${euros(SHIPPING[value])}</b></label
  >`;
}

/** @param {'point' | 'home'} delivery */
function summary(delivery) {
  const goods = GOODS.reduce((sum, { price }) => sum + price, 0);
  /** @param {'point' | 'home'} each */
  const total = (each) => html`<span data-way="${each}">${euros(goods + SHIPPING[each])}</span>`;
  /** @param {'point' | 'home'} each */
  const shipping = (each) => html`<span data-way="${each}">${euros(SHIPPING[each])}</span>`;
  return html`<aside class="basket" aria-labelledby="basket" data-delivery="${delivery}">
    <h2 id="basket">Your basket</h2>
    <ul>
      ${GOODS.map(
        ({ name, detail, price }) =>
          html`<li>
            <span>${name}<small>${detail}</small></span
            ><b>${euros(price)}</b>
          </li>`,
      )}
    </ul>
    <dl>
      <div>
        <dt>Delivery</dt>
        <dd>${shipping('point')}${shipping('home')}</dd>
      </div>
      <div class="sum">
        <dt>Total</dt>
        <dd>${total('point')}${total('home')}</dd>
      </div>
    </dl>
  </aside>`;
}

/** @param {number} amount */
const euros = (amount) => `€ ${amount.toFixed(2)}`;
