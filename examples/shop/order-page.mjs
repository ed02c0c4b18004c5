import { html, page } from './markup.mjs';

/**
 * The page after an order was placed.
 * @param {string} number
 * @param {import('./read-order.mjs').Order} order
 */
export function orderPage(number, order) {
  return page(
    'Thank you',
    html`<main class="thanks">
      <h1>Thank you, ${order.name}</h1>
      <p>Your order has the number <strong>${number}</strong>. We have written to ${order.email}.</p>
      <section class="card" aria-labelledby="where">
        <h2 id="where">${order.delivery === 'home' ? 'It comes to' : 'You collect it at'}</h2>
        ${
          order.delivery === 'home'
            ? html`<p>${order.address}</p>`
            : html`<p id="point">${order.pointLines.join(', ') || order.pointId}</p>
                <p class="hint">Pick-up point ${order.pointId}</p>
                ${!order.isPointSure && html`<p class="notice">We couldn’t check at this moment whether this point is open. If it isn’t, we’ll write to you before we send anything.</p>`}`
        }
      </section>
      <p><a href="/">Back to the shop</a></p>
    </main>`,
  );
}
