import { html, page } from './markup.mjs';

/**
 * The customer's page of an order. Its script updates the page when the server pushes news.
 * @param {import('./orders.mjs').StoredOrder} order
 * @param {ReturnType<typeof import('./describe-order.mjs').describeOrder>} view
 * @param {string} droppoint origin of Droppoint
 * @param {string} [notice] why a choice wasn't accepted; empty if there is nothing to say
 */
export function orderPage(order, view, droppoint, notice = '') {
  const { name, email, number, token, delivery, pointId, isPointSure } = order;
  return page(
    'Thank you',
    html`<main class="thanks" data-parcels="${droppoint}/parcel">
      <h1>Thank you, ${name}</h1>
      <p>Your order has the number <strong>${number}</strong>. We have written to ${email}.</p>
      ${notice !== '' && html`<p class="notice" role="alert">${notice}</p>`}
      <p class="state" role="status" id="state">${view.sentence}</p>
      <section class="card" aria-labelledby="where">
        <h2 id="where">${delivery === 'home' ? 'It comes to' : 'You collect it at'}</h2>
        ${
          delivery === 'home'
            ? html`<p>${view.place}</p>`
            : html`<p id="point">${view.place}</p>
                <p class="hint" ${pointId === '' && 'hidden'}>
                  Pick-up point <span id="point-id">${pointId}</span>
                </p>
                <p id="change" ${!view.canChange && 'hidden'}>
                  <a href="/orders/${token}/change"
                    >${pointId === '' ? 'Choose the point' : 'Change the point'}</a
                  >
                </p>
                ${!isPointSure && html`<p class="notice">We couldn’t check whether this point is open. If it isn’t, we’ll write to you before we send anything.</p>`}`
        }
      </section>
      <section class="card" aria-labelledby="parcel" id="track" ${view.trackingNumber === null && 'hidden'}>
        <h2 id="parcel">Your parcel</h2>
        ${view.trackingNumber !== null && showParcel(view.trackingNumber, droppoint)}
      </section>
      <section class="card" aria-labelledby="back" id="send-back" ${view.returnLink === null && 'hidden'}>
        <h2 id="back">You don’t like it?</h2>
        <p>Send it back within 30 days, from a pick-up point near you, without a label.</p>
        <p><a id="return" href="${view.returnLink ?? ''}">Return this order</a></p>
      </section>
      <section
        class="card"
        aria-labelledby="returned"
        id="track-return"
        ${view.returnNumber === null && 'hidden'}
      >
        <h2 id="returned">Your return</h2>
        ${view.returnNumber !== null && showParcel(view.returnNumber, droppoint)}
      </section>
      <p><a href="/">Back to the shop</a></p>
    </main>`,
    html`<link rel="stylesheet" href="/orders.css" />
      <script type="module" async src="${droppoint}/v1/droppoint-parcel.js" crossorigin></script>
      <script type="module" src="/order.js"></script>`,
  );
}

/**
 * Shows where a parcel is, with Droppoint's element; without scripts, with a link to its page.
 * @param {string} number
 * @param {string} droppoint
 */
const showParcel = (number, droppoint) =>
  html`<droppoint-parcel number="${number}"
    ><a href="${droppoint}/parcel#${number}">Where is my parcel</a></droppoint-parcel
  >`;
