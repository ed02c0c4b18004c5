import { html, offer, page } from './markup.mjs';

/**
 * Pages for the shop's staff: the orders, and one order, whose point can be changed. There is no login, because it is an example.
 * @typedef {import('./read-order.mjs').Order & {earlierIds: string[]}} KeptOrder
 */

/** @param {string} script address of the widget's script */
const head = (script) =>
  html`<script type="module" async src="${script}" crossorigin></script>
    <script type="module" src="/admin.js"></script>`;

/**
 * A point, whose name is loaded once it is visible. For one that has closed, its id and a message are shown.
 * @param {string} id
 */
const shownPoint = (id) =>
  html`<droppoint-picker readonly language="en" value="${id}">${id}</droppoint-picker>`;

/**
 * @param {Iterable<[number: string, order: KeptOrder]>} orders
 * @param {string} script
 */
export function ordersPage(orders, script) {
  return page(
    'Orders',
    html`<main>
      <h1>Orders</h1>
      <ul class="orders">
        ${[...orders].reverse().map(
          ([number, { name, delivery, address, pointId }]) =>
            html`<li class="card">
              <h2><a href="/admin/orders/${number}">${number}</a></h2>
              <p>${name}</p>
              ${delivery === 'home' ? html`<p>${address}</p>` : shownPoint(pointId)}
            </li>`,
        )}
      </ul>
    </main>`,
    head(script),
  );
}

/**
 * @param {object} view
 * @param {string} view.number
 * @param {KeptOrder} view.order
 * @param {string} view.script
 * @param {string} view.countries that the shop delivers to
 * @param {string} view.near the customer's address, as entered
 * @param {import('./find-nearest.mjs').Nearest} view.nearest
 * @param {string} [view.problem] why the point was not changed
 * @param {readonly import('./check-point.mjs').Near[]} [view.alternatives]
 */
export function adminOrderPage({
  number,
  order,
  script,
  countries,
  near,
  nearest: { place, points },
  problem,
  alternatives = [],
}) {
  const action = `/admin/orders/${number}`;
  return page(
    `Order ${number}`,
    html`<main class="thanks">
      <h1>Order ${number}</h1>
      <p>${order.name}, ${order.email}</p>
      <section aria-labelledby="where">
        <h2 id="where">${order.delivery === 'home' ? 'It goes to' : 'It is collected at'}</h2>
        ${
          order.delivery === 'home'
            ? html`<p>${order.address}</p>`
            : html`<form method="post" action="${action}" id="change">
                  ${problem && html`<p class="notice" role="alert">${problem}</p>`}
                  <droppoint-picker
                    name="pickup_point"
                    readonly
                    language="en"
                    country="${countries}"
                    value="${order.pointId}"
                    latitude="${order.place?.latitude ?? ''}"
                    longitude="${order.place?.longitude ?? ''}"
                    zoom="14"
                    ><label class="field"
                      ><span>Number of the pick-up point</span
                      ><input
                        name="pickup_point"
                        value="${order.pointId}"
                        required
                        autocomplete="off" /></label
                  ></droppoint-picker>
                  <button>Change the point</button>
                  ${
                    alternatives.length > 0 &&
                    html`<ul class="instead" aria-label="Open, and near it">
                      ${alternatives.map((near) => offer(near, action))}
                    </ul>`
                  }
                </form>
                ${
                  order.earlierIds.length > 0 &&
                  html`<h3 id="before">Before</h3>
                    <ul class="before" aria-labelledby="before">
                      ${order.earlierIds.map((id) => html`<li>${shownPoint(id)}</li>`)}
                    </ul>`
                }`
        }
      </section>
      ${
        order.delivery === 'point' &&
        html`<section aria-labelledby="near">
          <h2 id="near">Near the customer</h2>
          <form>
            <label class="field"
              ><span>Address</span><input name="near" value="${near}" required autocomplete="off"
            /></label>
            <button>Show the nearest points</button>
            ${near !== '' && place === null && html`<p class="hint">No place is called so.</p>`}
            ${place?.unknown && html`<p class="hint">${place.unknown} isn’t known: these are near ${place.name}.</p>`}
            <ul class="instead" aria-labelledby="near">
              ${points.map((near) => offer(near, action))}
            </ul>
          </form>
        </section>`
      }
      <p><a href="/admin">All orders</a></p>
    </main>`,
    head(script),
  );
}
