import { html, offer, page } from './markup.mjs';

/**
 * Pages for the shop's staff: the list of orders, and one order. There is no login, because this is an
 * example.
 * @typedef {import('./orders.mjs').StoredOrder} StoredOrder
 * @typedef {import('./parcel-book.mjs').ParcelBook} ParcelBook
 * @typedef {object} Look
 * @property {string} droppoint origin of Droppoint
 * @property {boolean} hasCarrier whether parcels can be sent
 * @property {boolean} hasChoices whether customers can choose a point by a link
 * @property {boolean} hasClock whether the sandbox's clock can be advanced
 */

/** @param {string} droppoint */
const head = (droppoint) =>
  html`<link rel="stylesheet" href="/orders.css" />
    <script type="module" async src="${droppoint}/v1/droppoint.js" crossorigin></script>
    <script type="module" src="/admin.js"></script>`;

/**
 * Shows a point; its name loads once it is visible. For a closed point, this shows its id and a message.
 * @param {string} id
 */
const showPoint = (id) =>
  id === ''
    ? html`<p>The customer is choosing a point.</p>`
    : html`<droppoint-picker readonly language="en" value="${id}">${id}</droppoint-picker>`;

/** @type {Record<import('@droppoint/platform').ParcelState, string>} */
const STATES = {
  registered: 'Announced',
  on_its_way: 'On its way',
  ready: 'Ready to collect',
  delivered: 'Collected',
  problem: 'Problem',
  cancelled: 'Cancelled',
  returning: 'On its way back',
  returned: 'Back',
};

/**
 * @param {StoredOrder} order
 * @param {ParcelBook} book
 */
function describeState({ delivery, pointId, shipment, trackingNumber, returnNumber }, book) {
  if (returnNumber !== null) {
    const state = book.stateOf(returnNumber);
    return `Return: ${state === 'delivered' ? 'back' : STATES[state ?? 'registered'].toLowerCase()}`;
  }
  if (shipment === 'created') return STATES[book.stateOf(trackingNumber) ?? 'registered'];
  if (shipment === 'open') return 'Possibly sent';
  return delivery === 'home' ? 'For the courier' : pointId === '' ? 'Waits for a point' : 'To be sent';
}

/** A button that advances the sandbox's clock. @param {boolean} hasClock */
const clock = (hasClock) =>
  hasClock &&
  html`<form method="post" action="/admin/clock" class="clock">
    <p class="hint">In the sandbox a day takes a minute.</p>
    <button>Let 12 hours pass</button>
  </form>`;

/**
 * @param {readonly StoredOrder[]} orders
 * @param {ParcelBook} book
 * @param {Look} look
 */
export function ordersPage(orders, book, { droppoint, hasChoices, hasClock }) {
  return page(
    'Orders',
    html`<main>
      <h1>Orders</h1>
      ${clock(hasClock)}
      <ul class="orders">
        ${orders.map((order) => {
          const { number, name, delivery, address, pointId } = order;
          return html`<li class="card">
            <h2><a href="/admin/orders/${number}">${number}</a></h2>
            <p>${name}</p>
            <p class="badge">${describeState(order, book)}</p>
            ${delivery === 'home' ? html`<p>${address}</p>` : showPoint(pointId)}
          </li>`;
        })}
      </ul>
      ${hasChoices && phoneForm()}
    </main>`,
    head(droppoint),
  );
}

/** An order by phone: the customer gets a link to choose the point. */
const phoneForm = () =>
  html`<section aria-labelledby="phone-order">
    <h2 id="phone-order">An order by phone</h2>
    <form method="post" action="/admin/orders">
      <label class="field"><span>Name</span><input name="name" required autocomplete="off" /></label>
      <label class="field"
        ><span>E-mail</span><input name="email" type="email" required autocomplete="off"
      /></label>
      <label class="field"
        ><span>Mobile phone</span><input name="phone" type="tel" required autocomplete="off"
      /></label>
      <button>Take the order</button>
    </form>
  </section>`;

/**
 * @typedef {object} OrderView
 * @property {string} countries that the shop delivers to
 * @property {string} near the customer's address, as entered
 * @property {import('./find-nearest.mjs').Nearest} nearest
 * @property {string} [problem] why the point wasn't changed or the parcel wasn't sent
 * @property {readonly import('./check-point.mjs').Near[]} [alternatives]
 * @param {StoredOrder} order
 * @param {ParcelBook} book
 * @param {Look & OrderView} view
 */
export function adminOrderPage(order, book, view) {
  const { number, name, email, phone, delivery, address, shipment } = order;
  const { droppoint, hasCarrier, hasChoices, hasClock, problem } = view;
  const action = `/admin/orders/${number}`;
  return page(
    `Order ${number}`,
    html`<main class="thanks">
      <h1>Order ${number}</h1>
      <p>${name}, ${email}, ${phone}</p>
      <p class="badge">${describeState(order, book)}</p>
      ${clock(hasClock && shipment === 'created')}
      ${problem && html`<p class="notice" role="alert">${problem}</p>`}
      ${delivery === 'point' && hasCarrier && parcelSection(order, action)}
      <section aria-labelledby="where">
        <h2 id="where">${delivery === 'home' ? 'It goes to' : 'It is collected at'}</h2>
        ${delivery === 'home' ? html`<p>${address}</p>` : pointForm(order, action, view)}
      </section>
      ${hasChoices && delivery === 'point' && requestSection(order, action)}
      ${delivery === 'point' && shipment === 'none' && nearSection(action, view)}
      <p><a href="/admin">All orders</a> · <a href="/orders/${order.token}">The customer’s page</a></p>
    </main>`,
    head(droppoint),
  );
}

/**
 * @param {StoredOrder} order
 * @param {string} action
 */
const parcelSection = ({ shipment, trackingNumber, returnNumber, email, mail }, action) =>
  html`<section aria-labelledby="parcel">
    <h2 id="parcel">The parcel</h2>
    ${
      shipment === 'created'
        ? html`<p>Tracking number <strong>${trackingNumber}</strong></p>
            <p><a href="${action}/label" target="_blank">Print the label</a></p>
            ${
              mail !== null &&
              html`<p>We have written to ${email}:</p>
                <blockquote>
                  <strong>${mail.subject}</strong><br />${mail.sentence}<br />${mail.next}
                </blockquote>`
            }
            ${returnNumber !== null && html`<p>The customer sends it back: <strong>${returnNumber}</strong></p>`}`
        : html`<form method="post" action="${action}/send">
            ${shipment === 'none' && html`<p class="hint">Packed? The carrier will then assign a number and a label.</p>`}
            <button class="order">${shipment === 'open' ? 'Send it again' : 'Send the parcel'}</button>
          </form>`
    }
  </section>`;

/**
 * @param {StoredOrder} order
 * @param {string} action
 * @param {OrderView} view
 */
const pointForm = ({ pointId, place, earlierIds, shipment }, action, { countries, alternatives = [] }) =>
  html`<form method="post" action="${action}" id="change">
      <droppoint-picker
        name="pickup_point"
        readonly
        language="en"
        country="${countries}"
        value="${pointId}"
        latitude="${place?.latitude ?? ''}"
        longitude="${place?.longitude ?? ''}"
        zoom="14"
        ><label class="field"
          ><span>Number of the pick-up point</span
          ><input name="pickup_point" value="${pointId}" required autocomplete="off" /></label
      ></droppoint-picker>
      ${shipment === 'none' && html`<button>Change the point</button>`}
      ${
        alternatives.length > 0 &&
        html`<ul class="instead" aria-label="Open, and near it">
          ${alternatives.map((near) => offer(near, action))}
        </ul>`
      }
    </form>
    ${
      earlierIds.length > 0 &&
      html`<h3 id="before">Before</h3>
        <ul class="before" aria-labelledby="before">
          ${earlierIds.map((id) => html`<li>${showPoint(id)}</li>`)}
        </ul>`
    }`;

/**
 * Requests a point from the customer, or says that it can't be changed any more.
 * @param {StoredOrder} order
 * @param {string} action
 */
const requestSection = ({ email, letter, shipment }, action) =>
  shipment === 'none'
    ? html`<section aria-labelledby="ask">
        <h2 id="ask">The customer chooses</h2>
        ${
          letter !== null &&
          html`<p>We have written to ${email}:</p>
            <blockquote>${letter.text} <a id="letter" href="${letter.link}">choose a point</a></blockquote>`
        }
        <form method="post" action="${action}/request">
          <button>${letter === null ? 'Ask for another point' : 'Write again'}</button>
        </form>
      </section>`
    : html`<p class="hint">
        The carrier has this parcel, or may have it, so its point can’t be changed any more.
      </p>`;

/**
 * @param {string} action
 * @param {OrderView} view
 */
const nearSection = (action, { near, nearest: { place, points } }) =>
  html`<section aria-labelledby="near">
    <h2 id="near">Near the customer</h2>
    <form>
      <label class="field"
        ><span>Address</span><input name="near" value="${near}" required autocomplete="off"
      /></label>
      <button>Show the nearest points</button>
      ${near !== '' && place === null && html`<p class="hint">No place is called so.</p>`}
      ${place?.unknown && html`<p class="hint">${place.unknown} isn’t known. These points are near ${place.name}.</p>`}
      <ul class="instead" aria-labelledby="near">
        ${points.map((near) => offer(near, action))}
      </ul>
    </form>
  </section>`;
