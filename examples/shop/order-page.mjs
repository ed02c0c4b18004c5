import { html, page } from './markup.mjs';

/**
 * The customer's page of an order. Its script changes it when the shop has news.
 * @param {import('./orders.mjs').KeptOrder} order
 * @param {ReturnType<typeof import('./tell-order.mjs').tellOrder>} told
 * @param {string} droppoint origin of Droppoint
 */
export function orderPage(order, told, droppoint) {
  const { name, email, number, delivery, pointId, isPointSure } = order;
  return page(
    'Thank you',
    html`<main class="thanks" data-parcels="${droppoint}/parcel">
      <h1>Thank you, ${name}</h1>
      <p>Your order has the number <strong>${number}</strong>. We have written to ${email}.</p>
      <p class="state" role="status" id="state">${told.sentence}</p>
      <section class="card" aria-labelledby="where">
        <h2 id="where">${delivery === 'home' ? 'It comes to' : 'You collect it at'}</h2>
        ${
          delivery === 'home'
            ? html`<p>${told.place}</p>`
            : html`<p id="point">${told.place}</p>
                <p class="hint">Pick-up point <span id="point-id">${pointId}</span></p>
                ${!isPointSure && html`<p class="notice">We couldn’t check at this moment whether this point is open. If it isn’t, we’ll write to you before we send anything.</p>`}`
        }
      </section>
      <section class="card" aria-labelledby="parcel" id="track" ${told.trackingNumber === null && 'hidden'}>
        <h2 id="parcel">Your parcel</h2>
        ${told.trackingNumber !== null && shownParcel(told.trackingNumber, droppoint)}
      </section>
      <section class="card" aria-labelledby="back" id="send-back" ${told.returnLink === null && 'hidden'}>
        <h2 id="back">You don’t like it?</h2>
        <p>Send it back within 30 days, from a pick-up point near you, without a label.</p>
        <p><a id="return" href="${told.returnLink ?? ''}">Return this order</a></p>
      </section>
      <section
        class="card"
        aria-labelledby="returned"
        id="track-return"
        ${told.returnNumber === null && 'hidden'}
      >
        <h2 id="returned">Your return</h2>
        ${told.returnNumber !== null && shownParcel(told.returnNumber, droppoint)}
      </section>
      <p><a href="/">Back to the shop</a></p>
    </main>`,
    html`<link rel="stylesheet" href="/orders.css" />
      <script type="module" async src="${droppoint}/v1/droppoint-parcel.js" crossorigin></script>
      <script type="module" src="/order.js"></script>`,
  );
}

/**
 * Where a parcel is, by Droppoint; without scripts, a link to its page.
 * @param {string} number
 * @param {string} droppoint
 */
const shownParcel = (number, droppoint) =>
  html`<droppoint-parcel number="${number}"
    ><a href="${droppoint}/parcel#${number}">Where is my parcel</a></droppoint-parcel
  >`;
